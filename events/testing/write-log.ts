import type { Database } from "../database.ts";
import { chainAll, type Chained } from "../log/chain.ts";
import { type Commit, emptyStream, type Head } from "../log/event-log.ts";
import { openLibsqlLog } from "../log/libsql.ts";
import { insertedColumns, insertedValues } from "../log/recorded-row.ts";
import { schemaVersion } from "../members/upcast.ts";
import type { MadeUpEvent } from "./made-up-log.ts";
import { createRandom } from "./random.ts";

const batchSize = 5000;
interface Linked {
  readonly chained: Chained;
  readonly previousHash: string;
}

const cause = { actorId: "bench", correlationId: "bench", causationId: "bench" };

/**
 * Writes events into an empty log in large batches, chained as the log's driver chains them. Sealed
 * payloads are left out, as after an erasure: their digests are there.
 */
export async function writeLog(
  database: Database,
  events: Iterable<MadeUpEvent>,
  report: (done: number) => void,
): Promise<void> {
  await openLibsqlLog(database, () => 0);
  // Rows of random ids touch pages everywhere: with room for them in memory this is far faster.
  await database.write([{ sql: "PRAGMA cache_size = -400000" }]);
  const random = createRandom(7);
  const heads = new Map<string, Head>();
  let batch: Linked[] = [];
  let done = 0;
  for (const event of events) {
    const head = heads.get(event.memberId) ?? emptyStream;
    const [chained] = chainAll([commitOf(event, head, random.uuid())], event.atMs, () => 0).flat();
    if (chained === undefined) continue;
    heads.set(event.memberId, { version: chained.version, hash: chained.hash });
    batch.push({ chained, previousHash: head.hash });
    if (batch.length < batchSize) continue;
    await insert(database, batch);
    done += batch.length;
    report(done);
    batch = [];
  }
  if (batch.length > 0) await insert(database, batch);
  await database.truncateWriteAheadLog();
}

function commitOf({ memberId, type, facts }: MadeUpEvent, head: Head, eventId: string): Commit {
  const event = { eventId, type, schemaVersion, facts, sealed: null };
  return { memberId, head, events: [event], cause };
}

/** One statement for a whole batch: a statement for each event would cost more than its row. */
async function insert(database: Database, batch: readonly Linked[]): Promise<void> {
  const rows = batch.map(({ chained: event, previousHash }) => insertedValues(event, previousHash));
  const picked = rows[0]?.map((_, at) => `value ->> ${at}`).join();
  await database.write([{
    sql: `INSERT INTO events (${insertedColumns}) SELECT ${picked} FROM json_each(?)`,
    args: [JSON.stringify(rows)],
  }]);
}
