import { cycleNamed } from "../../../events/report/cycle.ts";
import { createReplay } from "../../../events/report/replay.ts";
import { type StatisticName, statistics } from "../../../events/report/statistics/statistics.ts";

/** Describes what and whom each figure counts: the tables of an empty program. */
export function describeStatistics(names: readonly StatisticName[]): string {
  const cycle = cycleNamed(2026, { month: 10, day: 1 });
  const replay = createReplay({ cycles: [cycle], atMs: cycle.endMs, countedDays: new Map() });
  const tables = replay.finish()[0]?.tables;
  return names.map((name) =>
    [
      `${name}: ${statistics[name].about}`,
      ...(tables?.[name] ?? []).flatMap(({ title, about, columns }) => [
        "",
        `  ${title}. ${about}`,
        ...columns.map(({ label, means }) => `    ${label}: ${means}`),
      ]),
    ].join("\n")
  ).join("\n\n");
}
