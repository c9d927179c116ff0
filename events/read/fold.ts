import { setImmediate } from "node:timers/promises";
import { type Database, openDatabase, type Statement } from "../database.ts";
import { happenedAtMs } from "../connections/events.ts";
import type { EventLog } from "../log/event-log.ts";
import type { PrivateStreams } from "../members/private-streams.ts";
import { openEvent } from "../members/sealing.ts";
import { openSchema } from "../schema.ts";
import type { MemberKeys } from "../vault/keys.ts";
import type { OpenedEvent } from "./project.ts";
import { projectionStatements } from "./projector.ts";

export interface FoldDependencies {
  readonly log: EventLog;
  readonly keys: MemberKeys;
  readonly privateStreams: Pick<PrivateStreams, "ownerOf">;
  readonly database: Database;
  readonly projection?: number | undefined;
}

const batchSize = 4000;

/** Read tables in memory, folded from the log beside those in use. */
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

  /** Folds the log to what is its end now. `report` gets each position reached, and what was written. */
  async advance(
    report?: (position: number, statements: readonly Statement[]) => void,
  ): Promise<void> {
    const end = await this.deps.log.lastPosition();
    while (this.#position < end) {
      const { events: batch, keyOf } = await readBatch(this.deps, this.#position);
      const last = batch.at(-1);
      if (last === undefined) return;
      const { statements } = await projectionStatements(this.database, batch, keyOf);
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

/** The next events, opened, with the members who acted and their keys. */
async function readBatch({ log, keys, privateStreams }: FoldDependencies, after: number) {
  const recorded = await log.read({ after, limit: batchSize });
  const owned = recorded.map((event) => ({ event, owner: privateStreams.ownerOf(event.stream) }));
  const memberKeys = await keys.load([...new Set(owned.map(({ owner }) => owner.memberId))]);
  const events = owned.map(
    ({ event: recorded, owner: { memberId, number: privateNumber } }) => {
      const event = openEvent(recorded, memberKeys.get(memberId));
      const { eventId, position, version, actorId } = recorded;
      const atMs = privateNumber > 0 ? happenedAtMs(event, recorded) : recorded.atMs;
      const opened = { eventId, position, version, actorId, memberId, privateNumber, atMs, event };
      return opened satisfies OpenedEvent;
    },
  );
  return { events, keyOf: (memberId: string) => memberKeys.get(memberId) };
}
