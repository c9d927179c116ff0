import process from "node:process";
import { askWorker } from "../../../events/worker.ts";
import { BadFile } from "./bad-file.ts";

/** As text: dates as "2007-12-15", numbers as people type them, formulas as their values. */
export interface Sheet {
  readonly name: string;
  /** Row i is row i + 1 of the spreadsheet. Rows end at their last cell with text. */
  readonly rows: readonly (readonly string[])[];
}

export type Reading =
  | { readonly is: "read"; readonly sheets: readonly Sheet[] }
  | { readonly is: "refused"; readonly message: string };

/** Twice what the largest list takes. */
const readWithinMs = 2_000;
/** The limit on a busy machine. */
const readWithinWallMs = 15_000;
let lastReading: Promise<unknown> = Promise.resolve();

/**
 * Reads the sheets of a file, visible ones first, without empty ones, on a thread of its own, one
 * file at a time.
 *
 * @param withinMs Processor time after which the file is refused.
 * @throws {BadFile} whose message says what is wrong and what to do, in plain words.
 */
export async function readSheets(
  bytes: Uint8Array,
  withinMs = readWithinMs,
): Promise<readonly Sheet[]> {
  const reading = lastReading.then(() => readInWorker(bytes, withinMs));
  lastReading = reading.catch(() => {});
  return await reading;
}

async function readInWorker(bytes: Uint8Array, withinMs: number): Promise<readonly Sheet[]> {
  const late = new AbortController();
  const isLate = createDeadline(withinMs);
  const clock = setInterval(() => isLate() && late.abort(new BadFile(tooComplicated)), 20);
  try {
    const worker = new Worker(new URL("./read-sheets-worker.ts", import.meta.url), {
      type: "module",
    });
    const reading = await askWorker<Reading>(worker, bytes, late.signal);
    if (reading.is === "refused") throw new BadFile(reading.message);
    return reading.sheets;
  } finally {
    clearInterval(clock);
  }
}

/** Counts processor time, so that no file is refused because the machine is busy. */
function createDeadline(withinMs: number): () => boolean {
  const startedAt = performance.now();
  const before = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(before);
    const wallMs = performance.now() - startedAt;
    return wallMs >= withinMs && (user + system) / 1000 >= withinMs || wallMs >= readWithinWallMs;
  };
}

const tooComplicated =
  "This file takes too long to read. Copy the list into a new spreadsheet, and save that as CSV.";
