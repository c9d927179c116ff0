import type { Rate } from "./rates.ts";
import type { AppendResults } from "./append.ts";
import type { RebuildResults } from "./rebuild.ts";
import type { SavesResults } from "./saves.ts";
import type { ReplayResults } from "./scan.ts";

export interface Results {
  readonly events: number;
  readonly seed: number;
  readonly writtenInSeconds: number;
  readonly replay: ReplayResults;
  readonly append: AppendResults;
  readonly saves: SavesResults;
  readonly rebuild: RebuildResults;
}

/** Figures beside each other, each with what it is compared with and what it should be. */
export function formatResults({ events, seed, writtenInSeconds, ...of }: Results): string {
  const { replay, append, saves, rebuild } = of;
  const ratio = (one: Rate, other: Rate) => (one / other).toFixed(2);
  const lines = [
    ["", "events/s", "ratio", "target"],
    ["report on a cycle", rate(replay.replay), "", ""],
    [
      "  scan of its rows",
      rate(replay.scanAsRows),
      ratio(replay.replay, replay.scanAsRows),
      "0.50",
    ],
    ["  scan inside", rate(replay.scanInside), ratio(replay.replay, replay.scanInside), ""],
    ["append, durable", rate(append.append), "", ""],
    ["  bare batch", rate(append.bare), ratio(append.append, append.bare), "0.60"],
    ["rebuild of read tables", rate(rebuild.rebuild), "", "25,000"],
    [
      "  20 of 100 events of connections",
      rate(rebuild.withConnections),
      ratio(rebuild.withConnections, rebuild.rebuild),
      "0.80",
    ],
  ];
  const widths = [0, 1, 2, 3].map((at) => Math.max(...lines.map((line) => line[at]?.length ?? 0)));
  const table = lines.map((line) =>
    line.map((cell, at) => at === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[at] ?? 0))
      .join("  ").trimEnd()
  );
  return [
    `${rate(events)} events, seed ${seed}, written in ${writtenInSeconds.toFixed(1)} s`,
    "",
    ...table,
    "",
    `Made in ${replay.replaySeconds.toFixed(2)} s; ` +
    `${replay.coldSeconds.toFixed(2)} s as the first work of a process`,
    `Memory: ${replay.startMegabytes.toFixed(0)} MB before the replay, ` +
    `${replay.peakMegabytes.toFixed(0)} MB at its highest (ten million events: at most 200), ` +
    `${replay.fileMegabytes.toFixed(0)} of them the program's own files`,
    `A save takes ${saves.early.toFixed(2)} ms as one of a person's first, ` +
    `${saves.late.toFixed(2)} ms as event ${rate(saves.lateEvent)}: ` +
    `${(saves.late / saves.early).toFixed(2)} times as long (at most 1.3)`,
    `Rebuilt from ${rate(rebuild.events)} sealed events`,
  ].join("\n");
}

function rate(value: number): string {
  return Math.round(value).toLocaleString("en-US");
}
