import { join } from "node:path";
import { openDatabase } from "../database.ts";
import { emptyStream, type EventLog } from "../log/event-log.ts";
import { openLibsqlLog } from "../log/libsql.ts";
import { createRandom } from "./random.ts";
import { type Rate, rateOf, timed } from "./rates.ts";

export interface AppendResults {
  readonly append: Rate;
  /** The same rows into the same columns, without chain, checks and claims. */
  readonly bare: Rate;
}

const rounds = 7;
const perRound = 150;
const cause = { actorId: "bench", correlationId: "bench", causationId: "bench" };
const sealed = new Uint8Array(600).fill(7);

/** One commit a transaction, both with every answered write on the disk. */
export async function measureAppend(folder: string): Promise<AppendResults> {
  const open = (name: string) =>
    openDatabase({ url: `file:${join(folder, name)}`, durability: "full" });
  const [database, bareDatabase] = [await open("append.db"), await open("bare.db")];
  const log = await openLibsqlLog(database, () => Date.now());
  await bareDatabase.write(bareTables.map((sql) => ({ sql })));
  const random = createRandom(3);
  const times = { append: [] as number[], bare: [] as number[] };
  for (let round = 0; round < rounds; round++) {
    await timed(async () => {
      for (let turn = 0; turn < perRound; turn++) await append(log, random.uuid(), random.uuid());
    }, times.append);
    await timed(async () => {
      for (let turn = 0; turn < perRound; turn++) {
        await bareDatabase.write(bareRows(random.uuid(), random.uuid()));
      }
    }, times.bare);
  }
  database.close();
  bareDatabase.close();
  return { append: rateOf(perRound, times.append), bare: rateOf(perRound, times.bare) };
}

const facts = { changed: ["rank"], rank: "CPT" };

async function append(log: EventLog, memberId: string, eventId: string): Promise<void> {
  const event = { eventId, type: "ProfileChanged", schemaVersion: 1, facts, sealed };
  await log.append([{ memberId, head: emptyStream, events: [event], cause }]);
}

const bareTables = [
  `CREATE TABLE events (position INTEGER PRIMARY KEY AUTOINCREMENT, event_id TEXT NOT NULL UNIQUE,
    member_id TEXT NOT NULL, version INTEGER NOT NULL, type TEXT NOT NULL,
    schema_version INTEGER NOT NULL, at_ms INTEGER NOT NULL, actor_id TEXT NOT NULL,
    correlation_id TEXT NOT NULL, causation_id TEXT NOT NULL, facts TEXT NOT NULL,
    sealed_digest TEXT, previous_hash TEXT NOT NULL, hash TEXT NOT NULL,
    UNIQUE (member_id, version)) STRICT`,
  `CREATE TABLE sealed_payloads (position INTEGER PRIMARY KEY, member_id TEXT NOT NULL,
    payload BLOB NOT NULL) STRICT`,
  `CREATE INDEX sealed_payloads_member ON sealed_payloads (member_id)`,
];

function bareRows(memberId: string, eventId: string) {
  const hash = "a".repeat(64);
  return [
    {
      sql: `INSERT INTO events (event_id, member_id, version, type, schema_version, at_ms, actor_id,
        correlation_id, causation_id, facts, sealed_digest, previous_hash, hash)
        VALUES (?, ?, 1, 'ProfileChanged', 1, ?, 'bench', 'bench', 'bench', ?, ?, ?, ?)`,
      args: [eventId, memberId, Date.now(), JSON.stringify(facts), hash, hash, hash],
    },
    {
      sql: "INSERT INTO sealed_payloads VALUES (last_insert_rowid(), ?, ?)",
      args: [memberId, sealed],
    },
  ];
}
