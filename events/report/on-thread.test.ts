import { expect, it } from "vitest";
import { makeUpLog } from "../testing/made-up-log.ts";
import { writeLog } from "../testing/write-log.ts";
import { openLibsqlLog } from "../log/libsql.ts";
import { databaseIn, temporaryFolder } from "../testing/database.ts";
import { makeReports } from "./make-reports.ts";
import { makeReportsOnThread } from "./on-thread.ts";

const start = { month: 10, day: 1 };
const onThread = async (folder: string) =>
  await makeReportsOnThread({
    database: { url: `file:${folder}/events.db`, durability: "normal" },
    start,
    version: "1",
    pending: [],
  });

it("makes the reports that the command makes, of every cycle", async () => {
  const folder = await temporaryFolder();
  const database = await databaseIn(folder, "events.db");
  await writeLog(database, makeUpLog({ events: 600, seed: 5 }), () => {});
  const reports = await onThread(folder);
  expect(reports.filter(({ audience }) => audience === "share")).toHaveLength(10);
  expect(reports.filter(({ audience }) => audience === "staff").map(({ cycle }) => cycle)).toEqual(
    [2017, 2018, 2019, 2020, 2021, 2022, 2023, 2024, 2025, 2026],
  );
  const audiences = ["staff", "share"] as const;
  const wish = { statistic: "cycle", asOf: { kind: "end" }, audiences } as const;
  const making = { start, version: "1", now: Date.now() };
  for (const cycle of [2019, 2026]) {
    const alone = await makeReports(database, { ...wish, cycles: [cycle, cycle] }, making);
    expect(alone).toEqual(reports.filter((report) => report.cycle === cycle));
  }
});

it("has this cycle's of a log that is empty", async () => {
  const folder = await temporaryFolder();
  await openLibsqlLog(await databaseIn(folder, "events.db"), () => 0);
  expect(await onThread(folder)).toMatchObject([
    { audience: "staff", isComplete: false, source: { position: 0 } },
    { audience: "share" },
  ]);
});

it("fails with a sentence where there is no log", async () => {
  await expect(onThread(await temporaryFolder())).rejects.toThrow("There is no log at");
});
