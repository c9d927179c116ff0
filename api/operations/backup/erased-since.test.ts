import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { openSystemWith } from "../../../events/testing/people.ts";
import { cause, secrets } from "../../../events/testing/system.ts";
import { databaseIn, temporaryFolder } from "../../../events/testing/database.ts";
import { residueOf } from "../../../events/verify/residue.ts";
import { signHead } from "../../../events/verify/head.ts";
import { verifyLog } from "../../../events/verify/verify-log.ts";
import { createLocalStore } from "../../objects/local.ts";
import { copyFileTo } from "./database-file.ts";
import { ContinuousBackup } from "./continuous.ts";
import { written } from "./manifest.ts";
import { stage } from "./restore.ts";

it("a restore leaves nothing of a member who was erased after their data was copied", async () => {
  const system = await openSystemWith({ ann: "cadet", ben: "alumni" });
  const { members, connections, databases, clock, vault } = system;
  const backup = await temporaryFolder();
  await mkdir(join(backup, "log"));
  await copyFileTo(databases.events, join(backup, "log", "log.db"));
  await copyFileTo(databases.vault, join(backup, "vault.db"));
  const { head } = await verifyLog(databases.events);
  const folder = await temporaryFolder();
  const { claimKey } = secrets;
  const now = () => new Date(clock.ms);
  const stores = {
    log: createLocalStore({ folder: join(folder, "log"), secret: claimKey, now }),
    vault: createLocalStore({ folder: join(folder, "vault"), secret: claimKey, now }),
  };
  const continuous = new ContinuousBackup(folder, stores, { databases, secrets, now, log() {} }, 1);
  await continuous.copy();
  const wish = { mentorId: "ben", topics: ["Networking"], note: "How did you begin?" };
  await connections.ask("ann", wish, cause);
  await continuous.copy();
  await members.execute("ann", { type: "Erase" }, cause);
  await vault.forget("ann");
  await continuous.copy();
  await continuous.stop();
  const staged = await stage(join(folder, "staged"), {
    log: {
      path: join(backup, "log"),
      content: {
        ...written,
        kind: "log",
        format: 1,
        at: now().toISOString(),
        files: [],
        head: signHead(head, now(), claimKey),
      },
    },
    vault: join(backup, "vault.db"),
    secrets: { ...secrets, previousKek: undefined, made: [] },
    erased: new Set(),
    withoutKey: "are-erased",
    verifies: true,
    continuous: stores,
    checkInterrupt: async () => {},
    report() {},
  });
  expect([...staged.erased]).toEqual(["ann"]);
  const at = join(folder, "staged");
  const restored = {
    events: await databaseIn(at, "events.db"),
    vault: await databaseIn(at, "vault.db"),
    read: await databaseIn(at, "read.db"),
  };
  const left = Object.values(await residueOf(restored, "ann", claimKey));
  expect(left.filter((count) => count > 0)).toEqual([]);
});
