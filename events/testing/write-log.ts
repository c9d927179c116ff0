import type { Database } from "../store/database.ts";
import { openLibsqlLog } from "../store/libsql-log.ts";
import type { Numbered } from "../store/numbered.ts";
import { insertedValues } from "../store/stored-event.ts";
import { schemaVersion } from "../members/schema-version.ts";
import type { MadeUpEvent } from "./made-up-log.ts";
import { createRandom } from "./random.ts";

const batchSize = 5000;
const cause = { actorId: "bench", correlationId: "bench" };

/**
 * Writes events into an empty log in large batches. Sealed payloads are left out, as after an
 * erasure.
 */
export async function writeLog(
  database: Database,
  events: Iterable<MadeUpEvent>,
  report: (done: number) => void,
): Promise<void> {
  await openLibsqlLog(database, () => 0);
  // Rows with random ids touch pages everywhere, so a large cache is far faster.
  await database.write([{ sql: "PRAGMA cache_size = -400000" }]);
  const random = createRandom(7);
  const versions = new Map<string, number>();
  let batch: Numbered[] = [];
  let done = 0;
  for (const event of events) {
    const version = (versions.get(event.memberId) ?? 0) + 1;
    versions.set(event.memberId, version);
    const eventId = random.uuid();
    const { memberId: stream, type, facts, atMs } = event;
    const nothingSealed = { authorId: null, sealed: null };
    batch.push({
      ...{ stream, type, facts, atMs, eventId, version, schemaVersion },
      ...cause,
      ...nothingSealed,
    });
    if (batch.length < batchSize) continue;
    await insert(database, batch);
    done += batch.length;
    report(done);
    batch = [];
  }
  if (batch.length > 0) await insert(database, batch);
  await database.truncateWriteAheadLog();
}

/** Inserts a whole batch in one statement, since a statement for each event costs more than its row. */
async function insert(database: Database, batch: readonly Numbered[]): Promise<void> {
  const rows = batch.map(insertedValues);
  const columns = Object.keys(rows[0] ?? {});
  const picked = columns.map((column) => `value ->> '${column}'`);
  await database.write([{
    sql: `INSERT INTO events (${columns}) SELECT ${picked} FROM json_each(?)`,
    args: [JSON.stringify(rows)],
  }]);
}
