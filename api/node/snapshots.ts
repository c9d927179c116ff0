/**
 * Snapshot of the embedded index in a file, so that a start with a million profiles takes a second. The
 * file is deleted before the first change after it is answered: it never holds what somebody has hidden
 * or had erased since. It is written again when nothing has changed for a while, and when the service
 * stops.
 *
 * @module
 */
import type { EventLog } from "../../events/log/event-log.ts";
import type { ReadModel } from "../../events/read/catch-up.ts";
import type { EmbeddedSearch } from "../../search/embedded/embedded.ts";
import {
  type Origin,
  readSnapshot,
  removeSnapshot,
  SnapshotOutdated,
  writeSnapshot,
} from "../../search/embedded/snapshot/snapshot.ts";
import type { ProfileSearch } from "../../search/profile-search.ts";

export interface Snapshots {
  /** Fills the index. Returns the log position that it is at then; 0 when it was not filled. */
  load(): Promise<number>;
  /** The index, for whoever changes it. */
  readonly index: Pick<ProfileSearch, "put" | "remove">;
  /** Writes the index as it is at a log position, unless the file has it or it changes meanwhile. */
  save(position: number): Promise<void>;
}

export interface SnapshotsDependencies {
  readonly path: string;
  readonly search: EmbeddedSearch;
  readonly log: Pick<EventLog, "read">;
  readonly readModel: Pick<ReadModel, "version">;
}

export function createSnapshots(
  { path, search, log, readModel }: SnapshotsDependencies,
): Snapshots {
  let mayBeThere = true;
  let writing: Promise<void> = Promise.resolve();

  async function hashAt(position: number): Promise<string | undefined> {
    const [event] = await log.read({ after: position - 1, limit: 1 });
    return event?.position === position ? event.hash : undefined;
  }

  async function isKnown({ position, eventHash, generation }: Origin): Promise<boolean> {
    const tables = await readModel.version();
    return tables.generation === generation && tables.position >= position &&
      await hashAt(position) === eventHash;
  }

  async function drop(): Promise<void> {
    if (!mayBeThere) return;
    // It sees that the index has changed, and ends.
    await writing;
    await removeSnapshot(path);
    mayBeThere = false;
  }

  async function write(position: number): Promise<void> {
    const eventHash = await hashAt(position);
    if (eventHash === undefined) return;
    const { generation } = await readModel.version();
    try {
      await writeSnapshot(path, search, { position, eventHash, generation });
    } catch (error) {
      if (!(error instanceof SnapshotOutdated)) throw error;
      mayBeThere = false;
    }
  }

  return {
    async load() {
      const origin = await readSnapshot(path, search, isKnown);
      if (origin === undefined) await drop();
      return origin?.position ?? 0;
    },
    index: {
      async put(documents) {
        await search.put(documents);
        await drop();
      },
      async remove(memberIds) {
        await search.remove(memberIds);
        await drop();
      },
    },
    async save(position) {
      if (mayBeThere) return;
      mayBeThere = true;
      const written = write(position);
      writing = written.catch(() => {});
      await written;
    },
  };
}
