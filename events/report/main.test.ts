import { execFile } from "node:child_process";
import { mkdir, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { makeUpLog } from "../bench/made-up-log.ts";
import { writeLog } from "../bench/write-log.ts";
import { databaseIn, temporaryFolder } from "../testing/database.ts";

/** Runs the command as a person does. */
async function report(dataDir: string, ...args: readonly string[]) {
  return await new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
    execFile(
      Deno.execPath(),
      ["run", "-A", "events/report/main.ts", ...args],
      { env: { ...Deno.env.toObject(), DATA_DIR: dataDir, EVENTS_URL: "", CYCLE_START: "" } },
      (error, stdout, stderr) => resolve({ code: Number(error?.code ?? 0), stdout, stderr }),
    );
  });
}

async function folderWithLog(): Promise<string> {
  const folder = await temporaryFolder();
  const database = await databaseIn(folder, "events.db");
  await writeLog(database, makeUpLog({ events: 600, seed: 5 }), () => {});
  return folder;
}

describe("npm run report", () => {
  it.each(["table", "csv", "json", "html"])(
    "prints the same bytes twice, and nothing but the report: %s",
    async (format) => {
      const folder = await folderWithLog();
      const args = ["cycle", "--cycle", "2026", "--format", format];
      const [first, again] = await Promise.all([report(folder, ...args), report(folder, ...args)]);
      expect(first).toMatchObject({ code: 0, stderr: "" });
      expect(again.stdout).toBe(first.stdout);
      expect(first.stdout).toMatch(/\n$/);
      expect(first.stdout).not.toContain("\x1b");
    },
  );

  it("names the log's position, its head and the version", async () => {
    const folder = await folderWithLog();
    const { stdout } = await report(folder, "funnel", "--cycle", "2026", "--format", "json");
    const printed = JSON.parse(stdout);
    expect(printed.log).toEqual({
      position: 600,
      headHash: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    const { version } = JSON.parse(await readFile("package.json", "utf8"));
    expect(printed.version).toBe(version);
  });

  it("shows what was known then, whatever came later", async () => {
    const folder = await folderWithLog();
    const args = ["retention", "--cycle", "2020", "--format", "json"];
    const [byPosition, byDay] = await Promise.all([
      report(folder, ...args, "--as-of", "pos:230"),
      report(folder, ...args, "--as-of", "2020-03-31"),
    ]);
    const [position, day] = [byPosition, byDay].map(({ stdout }) => JSON.parse(stdout));
    expect(position.log.position).toBe(230);
    expect(position.cycle.isComplete).toBe(false);
    expect(day.asOf).toBe("2020-04-01T00:00:00.000Z");
    expect(day.log.position).toBeLessThan(230);
  });

  it("writes to a file in the format that its name says", async () => {
    const folder = await folderWithLog();
    const out = join(folder, "funnel.csv");
    const done = await report(folder, "funnel", "--cycle", "2026", "--out", out);
    expect(done).toEqual({ code: 0, stdout: "", stderr: "" });
    expect(await readFile(out, "utf8")).toMatch(/^table,row,column,value\r\n/);
  });

  it("tells how it is used", async () => {
    const { code, stdout } = await report("nowhere", "--help");
    expect(code).toBe(0);
    expect(stdout).toContain("Examples\n  npm run report -- funnel --cycle 2026");
  });

  it.each([
    [["funel", "--cycle", "2026"], 2, 'There is no statistic "funel". Did you mean funnel?'],
    [["supply", "--cycle", "2026", "--format", "cvs"], 2, "Did you mean csv?"],
    [["supply"], 2, "Name a cycle, such as --cycle 2026"],
    [["supply", "--cycle", "soon"], 2, "--cycle must be a whole number"],
    [["supply", "--cycle", "2026", "--as-of", "2026-02-31"], 2, "--as-of must be a day"],
    [["supply", "--cycle", "2026", "--nonsense"], 2, "Unknown option '--nonsense'"],
    [["supply", "--cycle", "2026"], 1, "There is no log at"],
  ])("answers %j with exit code %i and the reason", async (args, code, message) => {
    const answer = await report("nowhere", ...args);
    expect(answer).toMatchObject({ code, stdout: "" });
    expect(answer.stderr).toContain(message);
  });

  it.each([
    [["--cycle", "2012"], "Cycle 2012 was over when the log begins, at 2016-10-01"],
    [["--cycle", "2026", "--as-of", "pos:601"], "Position 601 is not known: the log ends at 600"],
  ])("answers %j with the reason when the log does not reach so far", async (args, message) => {
    const answer = await report(await folderWithLog(), "funnel", ...args);
    expect(answer).toMatchObject({ code: 1, stdout: "" });
    expect(answer.stderr).toContain(message);
  });

  it("leaves nothing behind when the file cannot be written", async () => {
    const folder = await folderWithLog();
    const out = join(folder, "a-folder");
    await mkdir(out);
    const answer = await report(folder, "funnel", "--cycle", "2026", "--out", out);
    expect(answer).toMatchObject({ code: 1, stdout: "" });
    expect(answer.stderr).toContain(`${out} cannot be written`);
    expect((await readdir(folder)).filter((name) => name.endsWith(".part"))).toEqual([]);
  });

  it("says so when the cycle had not begun", async () => {
    const { code, stderr } = await report(await folderWithLog(), "funnel", "--cycle", "2030");
    expect(code).toBe(1);
    expect(stderr).toContain("Cycle 2030 begins after");
  });
});
