import { Buffer } from "node:buffer";
import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { askWorker, processorTimeout } from "../../../../events/worker.ts";
import type { OwnTopic } from "../../../../events/program/settings.ts";
import type { ImportChoice } from "../../../contract/program.ts";
import type { ColumnChoices } from "../import-guess.ts";
import type { SheetGuess } from "../rows/guess-sheet.ts";
import type { PersonRow } from "../rows/merge-people.ts";
import { BadFile } from "./bad-file.ts";

export interface ListFile {
  /** In shared memory, so that it is never copied between threads. */
  readonly bytes: Uint8Array<SharedArrayBuffer>;
  readonly name?: string | undefined;
}

export interface ListQuestion {
  /** Index or name of the sheet; by default the first one with people who can be invited. */
  readonly sheet?: number | string | undefined;
  /** The earlier guess for the sheet, and staff's choices. */
  readonly before?: { readonly guess: SheetGuess; readonly choice: ImportChoice } | undefined;
  readonly remembered?: ColumnChoices;
  /** Whether staff said that people who opted out have agreed since. */
  readonly includesOptedOut?: boolean | undefined;
  /** The current year. */
  readonly year: number;
  readonly ownTopics: readonly OwnTopic[];
}

export interface ListSummary {
  readonly sheets: readonly string[];
  /** -1 if no sheet has the requested name. */
  readonly sheet: number;
  readonly guess: SheetGuess;
  /** Cut short; the header is among them. */
  readonly firstRows: readonly string[];
}

export interface List extends ListSummary {
  readonly people: readonly PersonRow[];
}

export type ParsedList =
  | (ListSummary & {
    readonly is: "read";
    /** Arrays of people as JSON: each is parsed in a millisecond or two. */
    readonly people: readonly Uint8Array[];
  })
  | { readonly is: "refused"; readonly message: string };

/** Several times as long as the largest list takes. */
const readWithinMs = 6_000;
/** The limit on a busy machine. */
const readWithinWallMs = 120_000;
let lastReading: Promise<unknown> = Promise.resolve();

export function toListFile(bytes: Uint8Array, name?: string): ListFile {
  const shared = new Uint8Array(new SharedArrayBuffer(bytes.byteLength));
  shared.set(bytes);
  return { bytes: shared, name };
}

/**
 * Reads a file's sheets, guesses the columns of one and reads its people, on a thread of its own,
 * one file at a time.
 * @param withinMs Processor time after which the file is refused.
 * @throws {BadFile} With a message that says what is wrong and how to fix it, in plain words.
 */
export async function readList(
  file: ListFile,
  question: ListQuestion,
  withinMs = readWithinMs,
): Promise<List> {
  const reading = lastReading.then(() => readInWorker(file, question, withinMs));
  lastReading = reading.catch(() => {});
  const { people, ...summary } = await reading;
  const rows: PersonRow[] = [];
  for (const part of people) {
    for (const row of JSON.parse(Buffer.from(part).toString())) rows.push(row);
    await yieldToEventLoop();
  }
  return { ...summary, people: rows };
}

async function readInWorker(file: ListFile, question: ListQuestion, withinMs: number) {
  using late = processorTimeout(withinMs, readWithinWallMs, new BadFile(tooComplicated));
  const worker = new Worker(new URL("./read-list-worker.ts", import.meta.url), { type: "module" });
  const reading = await askWorker<ParsedList>(worker, { file, question }, late.signal);
  if (reading.is === "refused") throw new BadFile(reading.message);
  const { is: _, ...list } = reading;
  return list;
}

const tooComplicated =
  "This file takes too long to read. Copy the list into a new spreadsheet, and save that as CSV.";
