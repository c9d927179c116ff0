import type { Database } from "../database.ts";
import type { EventLog } from "../log/event-log.ts";
import { openLibsqlLog } from "../log/libsql.ts";
import { createMembers, type Members } from "../members/handle.ts";
import { openReadModel, type ReadModel } from "../read/catch-up.ts";
import { newKey } from "../vault/seal.ts";
import { openVault, type Vault } from "../vault/vault.ts";
import { databaseIn, temporaryFolder } from "./database.ts";

export const cause = { actorId: "test", correlationId: "test", causationId: "test" };

/** Everything in `events`, on real database files. */
export interface System {
  readonly folder: string;
  readonly log: EventLog;
  readonly vault: Vault;
  readonly members: Members;
  readonly readModel: ReadModel;
  readonly databases: Readonly<Record<"events" | "vault" | "read", Database>>;
  readonly clock: { ms: number };
}

const secrets = { kek: newKey(), claimKey: newKey() };

/** A system in a folder of its own, or a second process on a given one. */
export async function openSystem(folder?: string): Promise<System> {
  const where = folder ?? await temporaryFolder();
  const [events, vaultDatabase, read] = await Promise.all(
    ["events.db", "vault.db", "read.db"].map((name) => databaseIn(where, name)),
  ) as [Database, Database, Database];
  const clock = { ms: Date.parse("2026-03-01T12:00:00.000Z") };
  const log = await openLibsqlLog(events, () => clock.ms);
  const vault = await openVault({ database: vaultDatabase, kek: secrets.kek });
  const members = createMembers({
    log,
    keys: vault.keys,
    claimKey: secrets.claimKey,
    now: () => new Date(clock.ms),
    newId: () => crypto.randomUUID(),
  });
  const readModel = await openReadModel({ log, keys: vault.keys, database: read });
  const databases = { events, vault: vaultDatabase, read };
  return { folder: where, log, vault, members, readModel, databases, clock };
}

/** The members table as it stands, to compare two of them. */
export async function dump({ databases }: System) {
  return await databases.read.read("SELECT * FROM members ORDER BY member_id");
}
