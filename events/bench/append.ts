import { join } from "node:path";
import { openDatabase } from "../store/database.ts";
import { emptyStream } from "../store/event-log.ts";
import { openLibsqlLog } from "../store/libsql-log.ts";
import { inTurn, type Line } from "./line.ts";

const perRound = 150;
const cause = { actorId: "bench", correlationId: "bench" };
const sealed = new Uint8Array(600).fill(7);
const facts = { changed: ["rank"], rank: "CPT" };

/**
 * Appends per second by the log, and by bare inserts. Each is one transaction, synced to disk
 * before it resolves.
 */
export async function appendsPerSecond(folder: string): Promise<{ log: number; bare: number }> {
  const open = (name: string) =>
    openDatabase({ url: `file:${join(folder, name)}`, durability: "full" });
  const [database, bare] = [await open("append.db"), await open("bare.db")];
  const log = await openLibsqlLog(database, Date.now);
  // The same columns, without triggers and claims.
  const tables = await database.read(
    `SELECT sql FROM sqlite_schema
     WHERE name IN ('events', 'personal', 'personal_member') ORDER BY rowid`,
  );
  await bare.write(tables.map(({ sql }) => ({ sql: String(sql) })));
  const seconds = await inTurn({
    async log() {
      for (let turn = 0; turn < perRound; turn++) {
        const event = { eventId: crypto.randomUUID(), type: "ProfileChanged", schemaVersion: 1 };
        await log.append([{
          ...{ stream: crypto.randomUUID(), head: emptyStream, cause },
          events: [{ ...event, facts, sealed }],
        }]);
      }
    },
    async bare() {
      for (let turn = 0; turn < perRound; turn++) await bare.write(bareRows());
    },
  });
  database.close();
  bare.close();
  return { log: perRound / seconds.log, bare: perRound / seconds.bare };
}

export async function measureAppend(folder: string): Promise<Line[]> {
  const { log, bare } = await appendsPerSecond(folder);
  return [{
    what: "durable append beside a bare batch",
    figure: `${Math.round(log)}/s`,
    value: log / bare,
    target: { least: 0.6 },
  }];
}

function bareRows() {
  const memberId = crypto.randomUUID();
  return [
    {
      sql: `INSERT INTO events VALUES (NULL, ?, ?, 1, 'ProfileChanged', 1, ?, 'bench', 'bench', ?)`,
      args: [crypto.randomUUID(), memberId, Date.now(), JSON.stringify(facts)],
    },
    {
      sql: "INSERT INTO personal VALUES (last_insert_rowid(), ?, ?)",
      args: [memberId, sealed],
    },
  ];
}
