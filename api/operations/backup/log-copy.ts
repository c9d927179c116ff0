/** Consecutive segments of the log. The last is rewritten with each change, until it is full. */
import type { Database } from "../../../events/database.ts";
import {
  appendSegment,
  BadSegment,
  lastPlace,
  logBeginning,
  type LogPlace,
  LogSegment,
  readSegment,
} from "../../../events/log/segment.ts";
import { type BackupFile, BadBackup } from "./manifest.ts";
import { numbered, type SealedFiles } from "./sealed-files.ts";

export class LogCopy {
  private start: LogPlace;

  /** @param files Existing segments, up to `to`. @param rows Maximum events of a segment. */
  constructor(
    private readonly events: Database,
    private readonly sealed: SealedFiles,
    public files: readonly BackupFile[] = [],
    public to: LogPlace = logBeginning,
    private readonly rows = 500,
  ) {
    this.start = to;
  }

  /** The next segment to write; `undefined` if everything is copied. */
  async read(): Promise<LogSegment | undefined> {
    const { events, rows, start, to } = this;
    const { position } = await lastPlace(events);
    if (position === to.position) return undefined;
    return await readSegment(events, start, rows);
  }

  async put(segment: LogSegment): Promise<void> {
    const { after, to, events, isLast } = segment;
    const file = await this.sealed.put(numbered(after.position), segment);
    this.files = [...this.files.filter(({ name }) => name !== file.name), file];
    this.to = to;
    this.start = isLast && events.length < this.rows ? after : to;
  }

  /** For removed files. */
  leaveOut(keys: readonly string[]): void {
    const removed = new Set(keys);
    const { place } = this.sealed;
    this.files = this.files.filter(({ name }) => !removed.has(place.pathOf(name)));
  }
}

export async function readLogFile(
  sealed: SealedFiles,
  { name, sha256 }: BackupFile,
): Promise<LogSegment> {
  const missing = `The segment after position ${Number(name)} is missing`;
  const value = await sealed.read(name, { sha256, missing });
  const segment = LogSegment.safeParse(value);
  if (segment.success) return segment.data;
  throw new BadBackup(`${sealed.place.pathOf(name)} is damaged, or from another version`);
}

export interface Appending {
  readonly checkInterrupt: () => Promise<void>;
  readonly report: (position: number) => void;
}

/**
 * Appends segments to a log that contains the place where they begin.
 *
 * @param erased Erased members are added, even those after the last event.
 * @param onSegment Called after each.
 * @throws {BadBackup} At a missing, damaged or foreign one, after appending those before it.
 */
export async function appendFiles(
  events: Database,
  sealed: SealedFiles,
  files: readonly BackupFile[],
  erased: Set<string>,
  { checkInterrupt, report }: Appending,
  onSegment: (segment: LogSegment) => void = () => {},
): Promise<void> {
  for (const file of files) {
    await checkInterrupt();
    const segment = await readLogFile(sealed, file);
    await appendSegment(events, segment).catch((error) => {
      throw error instanceof BadSegment ? new BadBackup(error.message) : error;
    });
    for (const memberId of segment.erased) erased.add(memberId);
    onSegment(segment);
    report(segment.to.position);
  }
}
