import { execFile } from "node:child_process";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openDatabase } from "../../events/database.ts";
import { emptyStream } from "../../events/log/event-log.ts";
import { UnknownEvent } from "../../events/log/upcast.ts";
import { temporaryFolder } from "../../events/testing/database.ts";
import { cause, openSystem, secrets } from "../../events/testing/system.ts";
import { register } from "../../events/testing/members.ts";
import { tamper } from "../../events/testing/tamper.ts";
import { refuseBrokenLog } from "../node/broken-log.ts";
import { headsOf } from "../node/heads.ts";
import { runAdminHere } from "../testing/admin.ts";
import { startProduct } from "../testing/process.ts";
import { variablesOf } from "../testing/product-for-test.ts";

describe("a start", () => {
  it("is refused on a broken log, with the position and what to do", async () => {
    const folder = await temporaryFolder();
    const system = await openSystem(folder);
    await system.members.execute("pat", register(), cause);
    await system.databases.events.write([
      { sql: "DROP TRIGGER events_are_never_updated" },
      { sql: `UPDATE events SET facts = '{"role":"cadre"}'` },
    ]);
    await expect(startProduct(variablesOf(folder))).rejects.toThrow(
      "code 1:\nThe log is not as it was recorded",
    );
    const { databases } = system;
    const heads = headsOf({ headsDir: join(folder, "heads") }, { databases, secrets });
    await expect(refuseBrokenLog(databases.events, heads)).rejects.toThrow(
      /position 1: .*\n.*npm run admin -- verify/,
    );
  });

  it(
    "answers although an old event was changed, ends once that is found, and does not start again",
    async () => {
      const folder = await temporaryFolder();
      const system = await openSystem(folder);
      await system.members.execute(crypto.randomUUID(), register(), cause);
      const { databases } = system;
      await headsOf({ headsDir: join(folder, "heads") }, { databases, secrets }).write();
      await tamper(system, `UPDATE events SET facts = '{"role":"cadre"}'`);
      const environment = variablesOf(folder);
      const product = await startProduct(environment);
      expect(await product.ended).toBe(1);
      const found = "The log is not as it was recorded, first at position 1";
      expect(product.written()).toContain(`\n${found}`);
      await expect(startProduct(environment)).rejects.toThrow(`code 1:\n${found}`);
    },
    30_000,
  );

  it("goes on with an empty database", async () => {
    const database = await openDatabase({
      url: `file:${await temporaryFolder()}/events.db`,
      durability: "normal",
    });
    const heads = headsOf({ headsDir: "none" }, { databases: { events: database }, secrets });
    await refuseBrokenLog(database, heads);
    database.close();
  });

  it.each([
    ["of an unknown type", { type: "MemberPromoted", schemaVersion: 1 }],
    ["of a later schema version", { type: "RoleSelected", schemaVersion: 99 }],
  ])("is refused on an event %s, and so is everything that reads the log", async (_, stored) => {
    const folder = await temporaryFolder();
    const system = await openSystem(folder);
    const memberId = crypto.randomUUID();
    await system.members.execute(memberId, register(), cause);
    await system.readModel.catchUp();
    const [head = emptyStream] = await system.log.readStream(memberId);
    const event = { ...stored, eventId: crypto.randomUUID(), facts: {}, sealed: null };
    await system.log.append([{ memberId, head, events: [event], cause }]);

    const clear = `at log position 2, type "${stored.type}" in schema version ` +
      `${stored.schemaVersion}, is unknown to this version of the product: start the version`;
    const environment = variablesOf(folder);
    await expect(startProduct(environment)).rejects.toThrow(`code 1:\nThe event ${clear}`);
    const rebuild = await runAdminHere(["rebuild"], { environment });
    expect(rebuild).toMatchObject({ code: 1, stderr: expect.stringContaining(clear) });
    const verify = await runAdminHere(["verify"], { environment });
    expect(verify.code).toBe(1);
    expect(verify.stderr).toContain("A later version of the product wrote to this log");
    expect(verify.stderr).toContain(`position 2: The type "${stored.type}" in schema version`);
    expect(verify.stderr).not.toContain("restore");
    const report = await runReport(["cycle", "--cycle", "2026"], environment);
    expect(report).toMatchObject({ code: 1, stderr: expect.stringContaining(clear) });
    await expect(system.readModel.catchUp()).rejects.toThrow(UnknownEvent);
    // What was there is served no further than it was understood.
    expect(await system.readModel.position()).toBe(1);
  }, 30_000);
});

async function runReport(
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<{ readonly code: number; readonly stderr: string }> {
  return await new Promise((resolve) => {
    execFile(
      Deno.execPath(),
      ["run", "-A", "api/operations/report/main.ts", ...args],
      { env: { ...Deno.env.toObject(), EVENTS_URL: "", ...environment } },
      (error, _, stderr) => resolve({ code: Number(error?.code ?? 0), stderr }),
    );
  });
}
