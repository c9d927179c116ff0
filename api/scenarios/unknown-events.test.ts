import { execFile } from "node:child_process";
import { describe, expect, it } from "vitest";
import { emptyStream } from "../../events/store/event-log.ts";
import { UnknownEvent } from "../../events/store/unknown-event.ts";
import { temporaryFolder } from "../../events/testing/database.ts";
import { cause, openSystem } from "../../events/testing/system.ts";
import { register } from "../../events/testing/members.ts";
import { runAdminHere } from "../testing/admin.ts";
import { startProduct } from "../testing/process.ts";
import { variablesOf } from "../testing/product-for-test.ts";

describe("a start", () => {
  it.each([
    ["of an unknown type", { type: "MemberPromoted", schemaVersion: 1 }],
    ["of a later schema version", { type: "RoleSelected", schemaVersion: 99 }],
  ])("is refused for an event %s, like everything that reads the log", async (_, stored) => {
    const folder = await temporaryFolder();
    const system = await openSystem(folder);
    const memberId = crypto.randomUUID();
    await system.members.execute(memberId, register(), cause);
    const [head = emptyStream] = await system.log.readStream(memberId);
    const event = { ...stored, eventId: crypto.randomUUID(), facts: {}, sealed: null };
    await system.log.append([{ stream: memberId, head, events: [event], cause }]);
    // A version with another event type has other rules, and rebuilds the tables.
    await system.database.write([{ sql: "UPDATE installation SET projection = projection + 1" }]);

    const clear = `at log position 2, type "${stored.type}" in schema version ` +
      `${stored.schemaVersion}, is unknown to this version of the product: start the version`;
    const environment = variablesOf(folder);
    await expect(startProduct(environment)).rejects.toThrow(`The event ${clear}`);
    const rebuild = await runAdminHere(["rebuild"], { environment });
    expect(rebuild).toMatchObject({ code: 1, stderr: expect.stringContaining(clear) });
    const verify = await runAdminHere(["verify"], { environment });
    expect(verify).toMatchObject({ code: 1, stderr: expect.stringContaining(clear) });
    const report = await runReport(["cycle", "--cycle", "2026"], environment);
    expect(report).toMatchObject({ code: 1, stderr: expect.stringContaining(clear) });
    await expect(system.readModel.rebuild()).rejects.toThrow(UnknownEvent);
  });
});

async function runReport(
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<{ readonly code: number; readonly stderr: string }> {
  return await new Promise((resolve) => {
    execFile(
      Deno.execPath(),
      ["run", "-A", "api/cli/report/main.ts", ...args],
      { env: { ...Deno.env.toObject(), DATABASE_URL: "", ...environment } },
      (error, _, stderr) => resolve({ code: Number(error?.code ?? 0), stderr }),
    );
  });
}
