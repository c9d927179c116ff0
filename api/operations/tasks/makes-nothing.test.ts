import { execFile } from "node:child_process";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import process from "node:process";
import { expect, it } from "vitest";
import { type Database, openDatabase } from "../../../events/database.ts";
import { temporaryFolder } from "../../../events/testing/database.ts";
import { runAdminHere } from "../../testing/admin.ts";
import { productFolder } from "../../testing/process.ts";

it.each([
  ["verify"],
  ["head"],
  ["rotate-kek"],
  ["mail"],
  ["rebuild"],
  ["invitations"],
  ["backup", "--out", "/nowhere/log"],
  ["grant-cadre", "rivera"],
  ["revoke-cadre", "rivera"],
  ["end-sessions", "rivera"],
  ["export", "rivera"],
  ["delete", "rivera", "--yes"],
  ["sweep"],
  ["accept-loss"],
  ["accept-loss", "--confirm", "00000000"],
])("%s makes nothing where there is nothing, and says where it looked", async (...args) => {
  const folder = join(await temporaryFolder(), "mistyped");
  const { code, stdout, stderr } = await runAdminHere(args, { environment: { DATA_DIR: folder } });
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  expect(stderr).toContain(`there is no log and no vault in ${folder}`);
  expect(stderr).not.toMatch(/^ +at /m);
  await expect(readdir(folder)).rejects.toThrow();
}, 30_000);

it.each(["head", "mail"])("%s leaves a log of an earlier version as it is", async (command) => {
  const environment = { DATA_DIR: join(await temporaryFolder(), "data") };
  expect((await runAdminHere(["seed", "--profiles", "2", "--no-pictures"], { environment })).code)
    .toBe(
      0,
    );
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

it("so does a report", async () => {
  const folder = join(await temporaryFolder(), "mistyped");
  const env = { ...process.env, DATA_DIR: folder, NO_COLOR: "1" };
  const args = ["run", "-A", "api/operations/report/main.ts", "cycle", "--cycle", "2026"];
  const { code, stderr } = await new Promise<{ code: unknown; stderr: string }>((resolve) =>
    execFile(
      Deno.execPath(),
      args,
      { cwd: productFolder, env },
      (error, _, stderr) => resolve({ code: error?.code, stderr }),
    )
  );
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr: expect.stringContaining(`There is no log at ${folder}`),
  });
  await expect(readdir(folder)).rejects.toThrow();
}, 30_000);
