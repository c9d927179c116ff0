import { expect, it } from "vitest";
import about from "../../package.json" with { type: "json" };
import { makeUpLog } from "../bench/made-up-log.ts";
import { writeLog } from "../bench/write-log.ts";
import { openLibsqlLog } from "../log/libsql.ts";
import { databaseIn, temporaryFolder } from "../testing/database.ts";
import { commit } from "../testing/commits.ts";
import { makeClosing } from "./closing.ts";
import { parseCycleStart, usualStart } from "./cycle.ts";
import { formatReports } from "./formats/format.ts";
import { runReport } from "./testing/run-report.ts";

const start = parseCycleStart(usualStart) ?? { month: 10, day: 1 };
const closingIn = async (folder: string) =>
  await makeClosing({
    database: { url: `file:${folder}/events.db`, durability: "normal" },
    start,
    version: about.version,
  });

it("has each cycle's report to the byte as the command prints it as of the last Sunday", async () => {
  const folder = await temporaryFolder();
  const database = await databaseIn(folder, "events.db");
  await writeLog(database, makeUpLog({ events: 600, seed: 5 }), () => {});
  const reports = await closingIn(folder) ?? [];
  expect(reports.map(({ cycle }) => cycle)).toEqual(
    [2017, 2018, 2019, 2020, 2021, 2022, 2023, 2024, 2025, 2026],
  );
  for (const [format, compared] of [["csv", reports], ["html", reports.slice(-1)]] as const) {
    const printed = await Promise.all(compared.map(async (report) => {
      const cycle = String(report.cycle);
      const asOf = ["--as-of", "last-sunday"];
      return await runReport(folder, "cycle", "--cycle", cycle, ...asOf, "--format", format);
    }));
    for (const [at, { code, stdout }] of printed.entries()) {
      const report = compared[at];
      expect(code).toBe(0);
      const options = { isColored: false, isSeries: false };
      expect(report && await formatReports([report], format, options)).toBe(stdout);
    }
  }
});

it("is not there before a Sunday is over", async () => {
  const folder = await temporaryFolder();
  const database = await databaseIn(folder, "events.db");
  const monday = Date.parse("2026-11-16T09:00:00Z");
  const log = await openLibsqlLog(database, () => monday);
  expect(await closingIn(folder)).toBeUndefined();
  await log.append([commit("a", "1")]);
  expect(await closingIn(folder)).toBeUndefined();
});

it("fails with a sentence where there is no log", async () => {
  await expect(closingIn(await temporaryFolder())).rejects.toThrow("There is no log at");
});
