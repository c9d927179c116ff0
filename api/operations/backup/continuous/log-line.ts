/**
 * Continuous copy of the log: a line of segments, each beginning where the one before ends. The last one is
 * written again with each change, until it is full. After an older backup is restored, the log no longer
 * contains the end of the newest line, and a new line begins.
 *
 * @module
 */
import { z } from "zod";
import type { Database } from "../../../../events/database.ts";
import {
  hasPlace,
  logBeginning,
  type LogPlace,
  LogSegment,
  readSegment,
} from "../../../../events/log/segment.ts";
import { BadBackup } from "../manifest.ts";
import { lineIn, nextLine, numbered, type SealedObjects } from "./sealed-objects.ts";
import { VaultMark } from "./vault-line.ts";

/** Log segment as it is stored. */
export const StoredSegment = z.strictObject({
  segment: LogSegment,
  /** How far the vault's copy was before the segment was written. */
  vault: VaultMark,
  /** ISO 8601. Everything recorded before is in this segment, or an earlier one. */
  at: z.iso.datetime(),
});
export type StoredSegment = z.infer<typeof StoredSegment>;

export const logKeys = {
  all: "log/",
  line: (line: string) => `log/${line}/`,
  segment: (line: string, after: number) => `log/${line}/${numbered(after)}`,
};

interface Line {
  readonly line: string;
  readonly start: LogPlace;
  readonly to: LogPlace;
}

/** How much larger segments are while the copy is far behind. */
const behindTimes = 4;

export class LogLine {
  private current: Line | undefined;

  /** @param onOther Called when the copies end with another log than this one. */
  constructor(
    private readonly events: Database,
    private readonly objects: SealedObjects,
    private readonly rows: number,
    private readonly onOther: () => void,
  ) {}

  /** The number of the line that is written. */
  async line(): Promise<string> {
    return (await this.find()).line;
  }

  /** The next segment to write; `undefined` when everything is copied. */
  async read(): Promise<LogSegment | undefined> {
    const { events, rows } = this;
    const { start, to } = await this.find();
    const [row] = await events.read("SELECT max(position) AS position FROM events");
    const position = Number(row?.position ?? 0);
    if (position === to.position) return undefined;
    const isBehind = position - start.position > behindTimes * rows;
    return await readSegment(events, start, isBehind ? behindTimes * rows : rows);
  }

  async put(stored: StoredSegment): Promise<void> {
    const { line } = await this.find();
    const { after, to, events, isLast } = stored.segment;
    await this.objects.put(logKeys.segment(line, after.position), StoredSegment.parse(stored));
    const isFull = !isLast || events.length >= this.rows;
    this.current = { line, start: isFull ? to : after, to };
  }

  private async find(): Promise<Line> {
    return this.current ??= await findLine(this.events, this.objects, this.onOther);
  }
}

async function findLine(
  events: Database,
  objects: SealedObjects,
  onOther: () => void,
): Promise<Line> {
  const keys = await objects.keys(logKeys.all);
  const newest = keys.at(-1);
  const line = newest && lineIn(newest);
  if (newest === undefined || line === undefined) {
    return { line: nextLine([]), start: logBeginning, to: logBeginning };
  }
  const to = await endOf(newest, objects);
  if (to !== undefined && await hasPlace(events, to)) return { line, start: to, to };
  onOther();
  return { line: nextLine(keys), start: logBeginning, to: logBeginning };
}

/** `undefined` for a damaged segment: the copy can't continue from it. */
async function endOf(key: string, objects: SealedObjects): Promise<LogPlace | undefined> {
  try {
    return (await readStored(objects, key)).segment.to;
  } catch (error) {
    if (error instanceof BadBackup) return undefined;
    throw error;
  }
}

/** @throws {BadBackup} */
export async function readStored(objects: SealedObjects, key: string): Promise<StoredSegment> {
  const stored = StoredSegment.safeParse(await objects.read(key));
  if (!stored.success) throw new BadBackup(`${key} is damaged, or from another version`);
  return stored.data;
}

/** The end of the log's copy, and its time; `undefined` when there is none. */
export async function newestSegment(
  objects: SealedObjects,
): Promise<{ readonly to: LogPlace; readonly at: string } | undefined> {
  const newest = (await objects.keys(logKeys.all)).at(-1);
  if (newest === undefined) return undefined;
  const { segment, at } = await readStored(objects, newest);
  return { to: segment.to, at };
}
