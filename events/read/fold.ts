import { setImmediate } from "node:timers/promises";
import { type Database, openDatabase, type Statement } from "../store/database.ts";
import { happenedAtMs } from "../connections/events.ts";
import type { EventLog } from "../store/event-log.ts";
import { openEvent } from "../members/sealing.ts";
import { openSchema } from "../store/schema.ts";
import type { MemberKeys } from "../store/keys.ts";
import type { OpenedEvent } from "./project.ts";
import { projectionStatements } from "./projector.ts";

export interface FoldDependencies {
  readonly log: EventLog;
  readonly keys: MemberKeys;
  readonly database: Database;
  readonly projection?: number | undefined;
}

const batchSize = 4000;

/** Read tables in memory, folded from the log independently of those in use. */
export class FoldedTables {
  #position = 0;

  private constructor(private readonly deps: FoldDependencies, readonly database: Database) {}

  static async open(deps: FoldDependencies): Promise<FoldedTables> {
    const database = await openDatabase({ url: "file::memory:", durability: "normal" });
    await openSchema(database);
    return new FoldedTables(deps, database);
  }

  get position(): number {
    return this.#position;
  }

  /** Folds the log up to its current end. `report` gets each position reached, and the statements. */
  async advance(
    report?: (position: number, statements: readonly Statement[]) => void,
  ): Promise<void> {
    const end = await this.deps.log.lastPosition();
    while (this.#position < end) {
      const { events: batch, keyOf } = await readBatch(this.deps, this.#position);
      const last = batch.at(-1);
      if (last === undefined) return;
      const statements = await projectionStatements(this.database, batch, { keyOf });
      await this.database.write(statements);
      this.#position = last.position;
      report?.(last.position, statements);
      // Reads and writes of a file are synchronous: let other work run between batches.
      await setImmediate();
    }
  }

  close(): void {
    this.database.close();
  }
}

/** The next events, opened, with their authors' keys. */
async function readBatch({ log, keys }: FoldDependencies, after: number) {
  const stored = await log.read({ after, limit: batchSize });
  const authors = stored.flatMap(({ authorId, stream }) => authorId ?? stream);
  const keysOf = await keys.load([...new Set(authors)]);
  const events = stored.map((one) => {
    const { eventId, stream, authorId, position, version, actorId } = one;
    const memberId = authorId ?? stream;
    const event = openEvent(one, keysOf.get(memberId));
    const atMs = happenedAtMs(event, one);
    const opened = { eventId, stream, position, version, actorId, memberId, atMs, event };
    return opened satisfies OpenedEvent;
  });
  return { events, keyOf: (memberId: string) => keysOf.get(memberId) };
}
