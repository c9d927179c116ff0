import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { measureAppend } from "../../events/bench/append.ts";
import { type Figures, fire, lineOf, type Shot } from "./cannon.ts";
import { compared, medians, ratiosOf, type Round, type Times, timesOf } from "./beside.ts";

/** What people save, beside bare durable appends and beside those who read; times in milliseconds. */
export interface SavingFigures {
  /** Bare appends a second: one transaction each, one after the other, on the disk when it is answered. */
  readonly bareAppends: number;
  readonly saves: Figures;
  /** Saves beside bare appends. */
  readonly ratio: number;
  /** One client by itself. */
  readonly one: Figures;
  readonly reads: {
    readonly quiet: Times;
    readonly besideSaves: Times;
    /** Beside as many clients who read as there are who save. */
    readonly besideReads: Times;
  };
}

export interface SavingOptions {
  readonly origin: string;
  /** One for each client, each of a member of their own. */
  readonly saves: readonly Shot[];
  readonly readers: readonly Shot[];
  readonly connections: number;
  readonly seconds: number;
}

const rounds = 3;
const readers = 8;
/** Those whom readers are measured beside are at it by then. */
const aheadMs = 1000;

export async function measureSaving(options: SavingOptions): Promise<SavingFigures> {
  const { origin, connections, seconds } = options;
  const read = (forSeconds = seconds) =>
    fire(origin, options.readers, { connections: readers, seconds: forSeconds });
  const beside = async (shots: readonly Shot[]) => {
    const others = fire(origin, shots, { connections, seconds: seconds + 2 * aheadMs / 1000 });
    await new Promise((resolve) => setTimeout(resolve, aheadMs));
    const measured = await read();
    await others;
    return measured;
  };

  const bareAppends = await measureBareAppends();
  await fire(origin, options.saves, { connections, seconds: 2 });
  const saves = await fire(origin, options.saves, { connections, seconds });
  const one = await fire(origin, options.saves, { connections: 1, seconds });
  const measured = { quiet: [] as Round[], saves: [] as Round[], reads: [] as Round[] };
  await read(2);
  for (let round = 0; round < rounds; round++) {
    measured.quiet.push(await read());
    measured.saves.push(await beside(options.saves));
    measured.reads.push(await beside(options.readers));
  }
  const quiet = medians(measured.quiet);
  return {
    bareAppends,
    saves,
    ratio: saves.requestsPerSecond / bareAppends,
    one,
    reads: {
      quiet: compared(quiet, quiet),
      besideSaves: compared(medians(measured.saves), quiet),
      besideReads: compared(medians(measured.reads), quiet),
    },
  };
}

/** The figures for people. */
export function savingLines({ bareAppends, saves, ratio, one, reads }: SavingFigures): string[] {
  return [
    `saves: ${ratio.toFixed(3)} of bare durable appends, one by one (${bareAppends.toFixed(0)}/s)`,
    `  all clients  ${lineOf(saves)}`,
    `  one client   ${lineOf(one)}`,
    `directory API beside them, ${readers} readers, medians of ${rounds} rounds:`,
    `  by itself                 ${timesOf(reads.quiet)}`,
    `  beside saves              ${timesOf(reads.besideSaves)}: ${ratiosOf(reads.besideSaves)}`,
    `  beside as many who read   ${timesOf(reads.besideReads)}: ${ratiosOf(reads.besideReads)}`,
  ];
}

async function measureBareAppends(): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), "alumni-appends-"));
  try {
    return (await measureAppend(folder)).bare;
  } finally {
    await rm(folder, { recursive: true });
  }
}
