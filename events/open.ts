/**
 * Everything in this folder, opened on its databases: the log, the vault, the rules that write to
 * them, and the read tables that follow.
 *
 * @module
 */
import type { Database } from "./database.ts";
import { join, refuseStrangers } from "./installation.ts";
import type { EventLog } from "./log/event-log.ts";
import { checkClaimKey } from "./log/claim-key.ts";
import { openLibsqlLog } from "./log/libsql.ts";
import { refuseLostKeys } from "./lost-keys.ts";
import { Connections } from "./connections/handle.ts";
import { ConversationTexts } from "./connections/texts.ts";
import { type ConnectionLimits, connectionLimits, limitsNow } from "./connections/limits.ts";
import { RequestCounts } from "./connections/request-counts.ts";
import { Reveals } from "./contacts/record-reveals.ts";
import { Notices } from "./connections/notices.ts";
import { Handler } from "./handler.ts";
import { Members } from "./members/handle.ts";
import { createPrivateStreams } from "./members/private-streams.ts";
import { createMailQueue, type MailQueue } from "./members/mail-queue.ts";
import { Reports } from "./program/handle-report.ts";
import { Settings } from "./program/handle-settings.ts";
import { openReadModel, type ReadModel } from "./read/catch-up.ts";
import { cycleAt, type CycleStart } from "./report/cycle.ts";
import type { Key } from "./vault/seal.ts";
import { createRecentDeclines } from "./vault/recent-declines.ts";
import { openVault, type Vault } from "./vault/vault.ts";

export interface EventsDependencies {
  readonly databases: Readonly<Record<"events" | "vault" | "read", Database>>;
  readonly secrets: {
    /** Wraps the members' keys. */
    readonly kek: Key;
    /** The one before, while keys may still be wrapped by it. */
    readonly previousKek?: Key | undefined;
    /** Under which names are claimed. */
    readonly claimKey: Uint8Array;
  };
  readonly now: () => Date;
  /** The time that a commit gets, when it is not now: demo data has a history. */
  readonly recordedAt?: () => Date;
  /** A new UUID. */
  readonly newId: () => string;
  /** Looks on at what happens to the log; does what the log does. */
  readonly watchLog?: ((log: EventLog) => EventLog) | undefined;
  /** The version of the rules of the read tables, when it is not the product's: for tests. */
  readonly projection?: number | undefined;
  /** For who mends it: also opens what has members without a key. */
  readonly mayLackKeys?: boolean;
  /** The day on which commissioning cycles begin; the first of October without it. */
  readonly cycleStart?: CycleStart | undefined;
  /** How much one member may ask, where it is not the product's own. */
  readonly connectionLimits?: Partial<ConnectionLimits>;
}

export interface Events {
  readonly log: EventLog;
  readonly vault: Vault;
  readonly members: Members;
  readonly connections: Connections;
  readonly texts: ConversationTexts;
  readonly reveals: Reveals;
  readonly requestCounts: RequestCounts;
  readonly reports: Reports;
  readonly settings: Settings;
  readonly mailQueue: MailQueue;
  readonly notices: Notices;
  readonly readModel: ReadModel;
  /** The id of the installation that all of it belongs to. */
  readonly installation: string;
}

/**
 * Brings the databases to today's schema first. The read tables are where they were left.
 *
 * @throws {DatabaseUnfit} When a later version wrote them, or another one's secrets; when they are of
 * two installations; when the vault lacks keys.
 */
export async function openEvents(
  deps: EventsDependencies,
): Promise<Events> {
  const { databases, secrets, now, recordedAt = now, newId, watchLog = (log) => log } = deps;
  const { kek, previousKek, claimKey } = secrets;
  const { cycleStart = { month: 10, day: 1 } } = deps;
  const vault = await openVault({ database: databases.vault, kek, previousKek });
  const log = watchLog(
    await openLibsqlLog(databases.events, () => recordedAt().getTime()),
  );
  const privateStreams = createPrivateStreams(claimKey);
  const readModel = await openReadModel({
    log,
    keys: vault.keys,
    privateStreams,
    database: databases.read,
    projection: deps.projection,
  });
  const installation = await refuseStrangers(databases);
  await vault.keys.check();
  await checkClaimKey(databases.events, claimKey);
  if (!deps.mayLackKeys) {
    await refuseLostKeys(databases);
    await join(databases, installation);
  }
  const { keys } = vault;
  const { catchUp, connections: table } = readModel;
  const handler = new Handler({
    log,
    snapshots: readModel.members,
    keys,
    privateStreams,
    claimKey,
    catchUp,
    now,
    newId,
  });
  const mailQueue = createMailQueue({ outbox: log.outbox, keys, newId, now });
  const notices = new Notices({ database: databases.vault, secret: claimKey, mailQueue, now });
  const connections = new Connections({
    handler,
    log,
    table,
    reports: readModel.reports,
    members: readModel.members,
    catchUp,
    recentDeclines: createRecentDeclines(databases.vault, claimKey, now),
    notices,
    limits: limitsNow(
      { ...connectionLimits, ...deps.connectionLimits },
      readModel.settings.current,
    ),
    topics: readModel.settings.topics,
    now,
    newId,
  });
  const requestCounts = new RequestCounts({
    handler,
    log,
    keys,
    privateStreams,
    table,
    members: readModel.members,
    catchUp,
    cycleStartAt: (atMs) => cycleAt(atMs, cycleStart).startMs,
    now,
  });
  const { reports, people } = readModel;
  return {
    log,
    vault,
    members: new Members({ handler, log, connections: table, claimKey }),
    connections,
    texts: new ConversationTexts({ log, keys, table }),
    reveals: new Reveals({ handler, log, table: readModel.reveals, now }),
    requestCounts,
    reports: new Reports({ handler, log, keys, reports, people, connections: table, claimKey }),
    settings: new Settings({ handler, log }),
    mailQueue,
    notices,
    readModel,
    installation,
  };
}
