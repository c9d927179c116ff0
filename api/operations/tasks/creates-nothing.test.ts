import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { type Database, openDatabase } from "../../../events/database.ts";
import { temporaryFolder } from "../../../events/testing/database.ts";
import { runAdminHere } from "../../testing/admin.ts";

it.each([
  ...["verify", "head", "rotate-kek", "mail", "rebuild", "invitations", "sweep", "accept-loss"],
  "backup --out /nowhere/log",
  ...["grant-cadre rivera", "revoke-cadre rivera", "end-sessions rivera", "export rivera"],
  ...["delete rivera --yes", "accept-loss --confirm 00000000"],
])("%s makes nothing where there is nothing, and says where it looked", async (command) => {
  const folder = join(await temporaryFolder(), "mistyped");
  const { code, stdout, stderr } = await runAdminHere(command.split(" "), {
    environment: { DATA_DIR: folder },
  });
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  expect(stderr).toContain(`there is no log and no vault in ${folder}`);
  expect(stderr).not.toMatch(/^ +at /m);
  await expect(readdir(folder)).rejects.toThrow();
}, 30_000);

it.each(["head", "mail"])("%s leaves a log of an earlier version as it is", async (command) => {
  const environment = { DATA_DIR: join(await temporaryFolder(), "data") };
  const seed = ["seed", "--profiles", "2", "--no-pictures"];
  expect((await runAdminHere(seed, { environment })).code).toBe(0);
  const step = "DELETE FROM migrations WHERE name = '0005-installation'";
  const onLog = async <T>(ask: (log: Database) => Promise<T>) => {
    const url = `file:${join(environment.DATA_DIR, "events.db")}`;
    const log = await openDatabase({ url, durability: "full" });
    return await ask(log).finally(() => log.close());
  };
  await onLog((log) => log.write([{ sql: "DROP TABLE installation" }, { sql: step }]));
  expect(await runAdminHere([command], { environment })).toMatchObject({ code: 0, stderr: "" });
  const steps = await onLog((log) => log.read("SELECT name FROM migrations ORDER BY name"));
  expect(steps.map(({ name }) => name)).not.toContain("0005-installation");
}, 30_000);
