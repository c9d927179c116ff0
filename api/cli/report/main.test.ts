import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeUpLog } from "../../../events/testing/made-up-log.ts";
import { writeLog } from "../../../events/testing/write-log.ts";
import { openDatabase } from "../../../events/store/database.ts";
import { parseCommandLine } from "./arguments.ts";
import { runReport as report } from "../testing/run-program.ts";

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "alumni-report-"));
  const url = `file:${join(folder, "alumni.db")}`;
  const database = await openDatabase({ url, durability: "normal" });
  await writeLog(database, makeUpLog({ events: 600, seed: 5 }), () => {});
  database.close();
});
afterAll(() => rm(folder, { recursive: true }));

describe("npm run report", () => {
  it.each(["table", "html"])(
    "prints the same bytes twice, and only the report: %s",
    async (format) => {
      const args = ["cycle", "--cycle", "2026", "--format", format];
      const [first, again] = await Promise.all([report(folder, ...args), report(folder, ...args)]);
      expect(first).toMatchObject({ code: 0, stderr: "" });
      expect(again.stdout).toBe(first.stdout);
      expect(first.stdout).toMatch(/\n$/);
      expect(first.stdout).not.toContain("\x1b");
    },
  );

  it("prints this cycle's figures in 80 columns by default", async () => {
    const { code, stdout } = await report(folder);
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /^Cycle 2026\n\nWho commissioned, and who stayed\?\nNo cadets commissioned /,
    );
    expect(stdout.match(/\?$/gm)).toHaveLength(8);
    const longest = Math.max(...stdout.split("\n").map((line) => line.length));
    expect(longest).toBeLessThanOrEqual(80);
  });

  it("writes to a file in the format of its name", async () => {
    const out = join(folder, "people.csv");
    const done = await report(folder, "people", "--cycle", "2020", "--share", "--out", out);
    expect(done).toEqual({ code: 0, stdout: "", stderr: "" });
    expect(await readFile(out, "utf8")).toMatch(/^table,row,column,value\r\n.*fewer than 5/s);
  });

  it("writes several cycles into one file, each with the same figures as alone", async () => {
    const [series, alone, csv, html] = await Promise.all([
      report(folder, "profiles", "--cycles", "2018..2020", "--format", "json"),
      report(folder, "profiles", "--cycle", "2019", "--format", "json"),
      report(folder, "profiles", "--cycles", "2018..2020", "--format", "csv"),
      report(folder, "cycle", "--cycles", "2018..2020", "--format", "html"),
    ]);
    const { comparison, cycles } = JSON.parse(series.stdout);
    expect(comparison.rows[0]).toMatchObject({ figures: { 2018: expect.any(Number) } });
    expect(cycles.map(({ cycle }: { cycle: { name: number } }) => cycle.name)).toEqual([
      2018,
      2019,
      2020,
    ]);
    expect(cycles[1]).toEqual(JSON.parse(alone.stdout));
    expect(csv.stdout).toMatch(/^cycle,table,row,column,value\r\n2018,comparison,/);
    const ids = [...html.stdout.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toContain("cycle-2019");
  });

  it("ends silently when its output is closed", async () => {
    const command = `"${Deno.execPath()}" run -A api/cli/report/main.ts`;
    const line = await new Promise<{ stdout: string; stderr: string }>((resolve) => {
      execFile(
        "bash",
        ["-c", `set -o pipefail; ${command} cycle --cycles 2017..2026 | head -1; echo $?`],
        { env: { ...Deno.env.toObject(), DATA_DIR: folder, DATABASE_URL: "" } },
        (_, stdout, stderr) => resolve({ stdout, stderr }),
      );
    });
    expect(line).toEqual({ stdout: "Cycles 2017 to 2026\n0\n", stderr: "" });
  });

  it("describes every figure of its tables", async () => {
    const described = String(parseCommandLine(["--describe"]));
    const printed = await report(folder, "cycle", "--cycle", "2026", "--format", "json");
    for (const { tables } of JSON.parse(printed.stdout).sections.slice(1)) {
      for (const { title, rows } of tables) {
        expect(described).toContain(`  ${title}. `);
        for (const column of Object.keys(rows[0].figures)) {
          expect(described).toContain(`    ${column}: `);
        }
      }
    }
    const one = String(parseCommandLine(["coverage", "--describe"]));
    expect(described).toContain(one);
    expect(one).not.toContain("retention");
  });

  it("prints its usage", () => {
    const help = parseCommandLine(["--help"]);
    expect(help).toContain("Examples\n  npm run report -- topics");
    expect(help).not.toMatch(/min-cell|clear facts|hash/);
  });

  it("exits with 2 for a wrong command, and with 1 for a missing or too short log", async () => {
    const [wrong, missing, early] = await Promise.all([
      report("nowhere", "poeple"),
      report("nowhere"),
      report(folder, "--cycle", "2012"),
    ]);
    expect(wrong).toMatchObject({ code: 2, stdout: "" });
    expect(wrong.stderr).toContain('There is no statistic "poeple". Did you mean people?');
    expect(missing).toMatchObject({ code: 1, stdout: "" });
    expect(missing.stderr).toContain("There is no database at");
    const reason = "Cycle 2012 ended before the log begins, at 2016-10-01";
    expect(early).toMatchObject({ code: 1, stdout: "", stderr: expect.stringContaining(reason) });
    expect(existsSync("nowhere")).toBe(false);
  });

  it.each([
    ["--format cvs", "Did you mean csv?"],
    ["--as-of last-sunday", "--as-of must be a day"],
    ["--min-cell 1", "Unknown option '--min-cell'"],
    ["--cycle soon", "--cycle must be a whole number"],
    ["--as-of 2026-02-31", "--as-of must be a day"],
    ["--nonsense", "Unknown option '--nonsense'"],
    ["--out x.pdf", "x.pdf has an unknown format"],
    ["--out x.csv --format html", "which means csv"],
    ["--cycle 2026 --cycles 2020..2026", "not both"],
    ["--compare-only", "add --cycles, such as 2024..2027"],
    ["--cycles 2020-2026", "--cycles must be two years such as 2020..2026"],
    ["--cycles 2026..2020", "ends before it begins"],
    ["--cycles 1950..2026", "At most 30"],
  ])("refuses %s with the reason", (args, message) => {
    expect(() => parseCommandLine(["people", ...args.split(" ")])).toThrow(message);
  });

  it("leaves no file behind if it can't be written", async () => {
    const out = join(folder, "a-folder");
    await mkdir(out);
    const answer = await report(folder, "people", "--cycle", "2026", "--out", out);
    expect(answer).toMatchObject({ code: 1, stdout: "" });
    expect(answer.stderr).toContain(`${out} can't be written`);
    expect((await readdir(folder)).filter((name) => name.endsWith(".part"))).toEqual([]);
  });
});
