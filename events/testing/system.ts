import type { Database } from "../store/database.ts";
import { type Events, type EventsDependencies, openEvents } from "../open.ts";
import { bech32 } from "@scure/base";
import { kekOf, newKey } from "../store/seal.ts";
import { recordsIn } from "./rows.ts";
import { databaseIn, temporaryFolder } from "./database.ts";

export const cause = { actorId: "test", correlationId: "test" };

/** Everything in `events`, on a real database file. */
export interface System extends Events {
  readonly folder: string;
  readonly database: Database;
  readonly clock: { ms: number };
}

const bytes = newKey();
/** The program's secret as printed, and the keys derived from it. */
export const secrets = {
  identity: bech32.encodeFromBytes("AGE-SECRET-KEY-", bytes).toUpperCase(),
  kek: kekOf(bytes),
  claimKey: newKey(),
};

/** A system in a folder of its own, or a second process on a given one. */
export async function openSystem(
  folder?: string,
  settings: Pick<EventsDependencies, "projection" | "watchLog" | "connectionLimits"> = {},
): Promise<System> {
  const where = folder ?? await temporaryFolder();
  const database = await databaseIn(where, "alumni.db");
  const clock = { ms: Date.parse("2026-03-01T12:00:00.000Z") };
  const opened = await openEvents({
    ...settings,
    database,
    secrets,
    now: () => new Date(clock.ms),
    newId: () => crypto.randomUUID(),
  });
  return { ...opened, folder: where, database, clock };
}

/** The members table with its rows opened, to compare two of them. */
export async function dump({ database, keys }: Pick<System, "database" | "keys">) {
  const rows = await database.read("SELECT * FROM members ORDER BY member_id");
  const records = await recordsIn({ database, keys });
  const recordOf = new Map(records.map((record) => [record.memberId, record]));
  return rows.map(({ sealed, ...row }) => {
    const record = sealed === null ? null : recordOf.get(String(row.member_id));
    return { ...row, record } as Readonly<Record<string, unknown>> & { record: typeof record };
  });
}
