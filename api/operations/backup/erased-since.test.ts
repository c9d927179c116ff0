import { join } from "node:path";
import { expect, it } from "vitest";
import { openSystemWith } from "../../../events/testing/people.ts";
import { cause, secrets } from "../../../events/testing/system.ts";
import { databaseIn, temporaryFolder } from "../../../events/testing/database.ts";
import { residueOf } from "../../../events/testing/residue.ts";
import { createLocalStore } from "../../objects/local.ts";
import { checkedBackup } from "../tasks/admin/restore/restore-inputs.ts";
import { backUpLog, backUpVault } from "./back-up.ts";
import { ContinuousBackup } from "./continuous.ts";
import { stage } from "./restore.ts";

it("a restore leaves nothing of a member who was erased after their data was copied", async () => {
  const system = await openSystemWith({ ann: "cadet", ben: "alumni" });
  const { members, connections, databases, clock, vault } = system;
  const folder = await temporaryFolder();
  const now = () => new Date(clock.ms);
  const storeIn = (name: string) =>
    createLocalStore({ folder: join(folder, name), secret: secrets.claimKey, now });
  const stores = { log: storeIn("continuous-log"), vault: storeIn("continuous-vault") };
  const watching = { checkInterrupt: async () => {}, report() {} };
  const deps = { databases, objects: storeIn("objects"), ...secrets, now, ...watching };
  const { path: log } = await backUpLog(join(folder, "log"), deps);
  const { path: keys } = await backUpVault(join(folder, "vault"), deps);
  const continuous = new ContinuousBackup(folder, stores, { databases, secrets, now, log() {} }, 1);
  await continuous.copy();
  const input = { mentorId: "ben", topics: ["Networking"], note: "How did you begin?" };
  await connections.ask("ann", input, cause);
  await continuous.copy();
  await members.execute("ann", { type: "Erase" }, cause);
  await vault.forget("ann");
  await continuous.copy();
  await continuous.stop();
  const staged = await stage(join(folder, "staged"), {
    log: await checkedBackup(log, "log", secrets),
    vault: await checkedBackup(keys, "vault", secrets),
    secrets: { ...secrets, previousKek: undefined, made: [] },
    erased: new Set(),
    withoutKey: "are-erased",
    continuous: stores,
    ...watching,
  });
  expect([...staged.erased]).toEqual(["ann"]);
  const at = join(folder, "staged");
  const restored = {
    events: await databaseIn(at, "events.db"),
    vault: await databaseIn(at, "vault.db"),
    read: await databaseIn(at, "read.db"),
  };
  const left = Object.values(await residueOf(restored, "ann", secrets.claimKey));
  expect(left.filter((count) => count > 0)).toEqual([]);
});
