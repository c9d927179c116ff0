/**
 * Puts the product together from its drivers. `main.ts` calls it with the real ones, tests with
 * temporary ones.
 *
 * @module
 */
import type { Members } from "../events/members/handle.ts";
import { type EventsDependencies, openEvents } from "../events/open.ts";
import type { ReadModel } from "../events/read/catch-up.ts";
import type { Vault } from "../events/vault/vault.ts";
import { receiptLine } from "../events/verify/receipt.ts";
import type { EmbeddedSearch } from "../search/embedded/embedded.ts";
import { createMemberIndexer, tellChanges } from "../search/index-members.ts";
import type { MeilisearchSettings } from "../search/meilisearch/server.ts";
import { refuseOtherLog } from "./node/broken-log.ts";
import { secondsBehindLog } from "./node/clock-skew.ts";
import { createAccounts } from "./accounts/accounts.ts";
import type { PasswordHashing } from "./auth/argon2id.ts";
import { type Continuous, createContinuous } from "./operations/backup/continuous/continuous.ts";
import type { ContinuousStores } from "./operations/backup/continuous/open.ts";
import { createCredentials } from "./auth/credentials.ts";
import { createKeptFailures } from "./auth/failures.ts";
import { createKnownBrowsers } from "./auth/known-browser.ts";
import { createPasswords } from "./auth/passwords.ts";
import { createRateLimits, type Limits } from "./auth/rate-limits.ts";
import { createSessions } from "./auth/sessions.ts";
import { createSlots } from "./auth/slots.ts";
import { createTokens } from "./auth/tokens.ts";
import { type Background, createBackground } from "./node/background.ts";
import { createDirectory } from "./directory/directory.ts";
import { createInvitations } from "./invitations/invitations.ts";
import { createEraseAccount } from "./erasure/erase-account.ts";
import { EnvironmentError } from "./config/environment-error.ts";
import { createErasures, isErased } from "./erasure/erasures.ts";
import type { ErasureLedger } from "./erasure/ledger.ts";
import { createSettle } from "./node/follow.ts";
import { forgetDeleted } from "./erasure/forget-deleted.ts";
import { createHalfDone } from "./node/pending-work.ts";
import { type Log } from "./log.ts";
import type { Mail } from "./mail/mail.ts";
import { createOutboxSender, type OutboxSender, type Pace } from "./mail/send-outbox.ts";
import { measureLog, measureSearch } from "./metrics/measure.ts";
import type { Metrics } from "./metrics/metrics.ts";
import { stateReadings } from "./metrics/state.ts";
import { type ObjectStore, ObjectsUnavailable } from "./objects/object-store.ts";
import { areAllMissing } from "./objects/all-missing.ts";
import { createErasedFiles } from "./objects/erased-files.ts";
import { isOurStore } from "./objects/mark.ts";
import { createSweep } from "./objects/sweep.ts";
import { createPictures } from "./pictures/pictures.ts";
import type { NewPasswordRules } from "./accounts/policies/new-password.ts";
import type { Product } from "./product.ts";
import { createProfiles } from "./directory/profiles.ts";
import { createPublicJson, type PublicJson } from "./directory/public-json.ts";
import { createReadiness, type ReadinessCheck } from "./node/readiness.ts";
import { createRemoteSearch, type RemoteSearch } from "./search/remote.ts";
import { createSecurity } from "./accounts/security.ts";
import { createSnapshots } from "./node/snapshots.ts";
import type { SteadyClock } from "./node/steady-clock.ts";
import { createTouch } from "./node/staleness.ts";

export interface ProductDependencies extends EventsDependencies {
  /** Always current; answers, unless Meilisearch does. */
  readonly search: EmbeddedSearch;
  /** The file that the embedded index is kept in, if it is. */
  readonly snapshotPath?: string | undefined;
  readonly meilisearch?: MeilisearchSettings | undefined;
  readonly mail: Mail;
  readonly mailPace?: Partial<Pace>;
  readonly objects: ObjectStore;
  /** Which they are, for who has named another installation's: these are refused. Without it nobody asks. */
  readonly objectsAt?: string;
  /** What is left on the disk that the databases are on. */
  readonly freeBytes: () => Promise<number>;
  readonly hashing: PasswordHashing;
  readonly log: Log;
  readonly limits: Limits;
  readonly newPassword: NewPasswordRules;
  /**
   * Whether a log is refused that the read tables were not made of. Not on a server, where a restore does
   * not reach the read tables of each node: then they are built anew.
   */
  readonly refusesOtherLog?: boolean;
  readonly clock: SteadyClock;
  /** From 0 up to 1. */
  readonly random: () => number;
  /** How long a refused login waits for its answer: a second, unless it is given. */
  readonly refusedLoginMs?: number;
  readonly cadreCode?: string | undefined;
  readonly ledger?: ErasureLedger | undefined;
  /** With a continuous backup: where it goes, and when the last full one was made. */
  readonly continuousBackup?: {
    readonly stores: ContinuousStores;
    readonly lastFullBackup: () => Promise<Date | undefined>;
  };
  readonly appOrigin: string;
  readonly programName: string;
  readonly supportEmail: string;
  readonly showsDevToken: boolean;
  readonly metrics: Metrics;
}

export interface Composed {
  readonly product: Product;
  readonly members: Members;
  readonly vault: Vault;
  readonly readModel: ReadModel;
  readonly background: Background;
  readonly outboxSender: OutboxSender;
  /** Takes in what was recorded by this or another process, and finishes its erasures. */
  follow(): Promise<void>;
  /** Deletes sessions, tokens and counts of failures that have expired. */
  purge(): Promise<void>;
  /** Removes uploads and pictures that nobody needs. */
  sweep(): Promise<void>;
  /** Removes files of erased members that could not be removed, or could have come since. */
  removeLeft(): Promise<void>;
  readonly publicJson: PublicJson;
  /** Writes the embedded index to its file, when it has changed. */
  saveIndex(): Promise<void>;
  /** Where it is configured only. */
  readonly continuous: Continuous | undefined;
  /** With Meilisearch only. */
  readonly remoteSearch: RemoteSearch | undefined;
  readonly readiness: ReadinessCheck;
  /** Whether this node cannot hear what others record. */
  isOutOfTouch(): boolean;
}

/**
 * Migrates the databases; the read tables and the index are current once it resolves.
 *
 * @throws {EnvironmentError} When the pictures are another installation's.
 * @throws {BrokenLog}
 */
export async function composeProduct(deps: ProductDependencies): Promise<Composed> {
  const { databases, search, objects, mail, log, now, clock, metrics } = deps;
  const { installation, vault, members, mailQueue, readModel, log: eventLog } = await openEvents({
    ...deps,
    watchLog: (opened) => measureLog(opened, metrics),
  });
  if (deps.refusesOtherLog) await refuseOtherLog(eventLog, readModel);
  const ownsObjects = () => isOurStore(objects, installation);
  // Before this log has anything changed or removed.
  if (deps.objectsAt !== undefined) await refuseForeignObjects(ownsObjects, deps.objectsAt);
  const table = readModel.members;
  const publicJson = createPublicJson({
    tablesVersion: table.version,
    followed: () => indexer.position(),
    mayKeepAnswers: deps.meilisearch === undefined,
  });
  if (await readModel.fitsLog() && !await readModel.isOwn()) {
    const event = "the read tables are of another version of the product and are built anew";
    log({ level: "info", event });
    await readModel.rebuild();
  }
  if (!await readModel.fitsLog()) {
    await readModel.rebuild();
    const event =
      "the log ends before what the read tables had, or went on in another way: it was restored, " +
      "or its end was cut off; a signed head tells which. The read tables were built anew";
    log({ level: "warning", event });
  }
  const snapshots = deps.snapshotPath === undefined
    ? undefined
    : createSnapshots({ path: deps.snapshotPath, search, log: eventLog, readModel });
  const indexer = createMemberIndexer(
    table,
    tellChanges(snapshots?.index ?? search, publicJson.forget),
    { startAt: await snapshots?.load() ?? 0 },
  );
  const clockFollower = {
    catchUp: async () => clock.notBefore(await eventLog.lastAtMs()),
  };
  const followAll = createSettle([readModel, indexer, clockFollower], () => {
    const [log, tables] = [databases.events.version(), databases.read.version()];
    return log === undefined || tables === undefined ? undefined : `${log} ${tables}`;
  });
  const touch = createTouch(() => performance.now());
  const settle = () => touch.keep(followAll);
  const isThere = async (memberId: string) => !await isErased(eventLog, memberId);
  const erasedFiles = createErasedFiles({ objects, mail, now, log });
  await deps.ledger?.prepare();
  const erasures = createErasures({
    eventLog,
    table,
    members,
    vault,
    removeFiles: erasedFiles.remove,
    ledger: deps.ledger,
    receiptSecret: deps.secrets.claimKey,
    log,
  });
  const halfDone = createHalfDone({ vault, eventLog, members, now });
  const follow = async () => {
    await settle();
    await erasures.catchUp();
    await halfDone.catchUp();
  };
  await forgetDeleted({ ...deps, eventLog });
  await settle();
  const cameBack = await erasures.repeat();
  if (cameBack.length > 0) {
    const event = "members were erased again: the databases are from before their erasure";
    log({
      level: "warning",
      event,
      members: cameBack.length,
      receipts: cameBack.map(receiptLine),
    });
  }
  await follow();
  if (await areAllMissing(objects, databases.read)) {
    const event =
      "members have pictures, but their store is empty: is its disk there, and is it the right one?";
    log({ level: "warning", event, run: "admin doctor" });
  }
  const remoteSearch = deps.meilisearch && createRemoteSearch({
    settings: deps.meilisearch,
    embedded: search,
    embeddedIndexer: indexer,
    changes: table,
    events: databases.events,
    log,
    now,
    metrics,
  });
  const { claimKey } = deps.secrets;
  const continuous = deps.continuousBackup &&
    createContinuous({
      databases,
      claimKey,
      now,
      onOther() {
        const event =
          "the continuous copies have more than this log, or another one: it was restored, or it is an " +
          "older copy. It is copied beside them";
        log({ level: "warning", event });
      },
      ...deps.continuousBackup,
    });
  metrics.addReadings(
    stateReadings({
      ...deps,
      log: eventLog,
      readModel,
      outbox: mailQueue,
      indexer,
      remoteSearch,
      continuous,
    }),
  );

  const sessions = createSessions(databases.vault, clock.now);
  const tokens = createTokens(databases.vault, clock.now);
  const background = createBackground(log, deps.random);
  const outboxSender = createOutboxSender({
    ...deps,
    queue: mailQueue,
    isThere,
    letterhead: deps,
    onOutcome: metrics.mailTried,
    ...(deps.mailPace && { pace: deps.mailPace }),
  });
  const nowMs = () => clock.now().getTime();
  const failures = createKeptFailures(databases.vault, createSlots(claimKey, 20), nowMs);
  const limits = createRateLimits(deps.limits, { onRefused: metrics.refused, failures });
  const knownBrowsers = createKnownBrowsers(claimKey, nowMs);
  const credentials = createCredentials(databases.vault, now);
  const passwords = createPasswords(deps.hashing);
  const erase = createEraseAccount({
    members,
    eventLog,
    vault,
    async removeFiles(memberId) {
      await erasures.note(memberId);
      await erasedFiles.remove(memberId);
    },
    settle,
    receiptSecret: deps.secrets.claimKey,
  });
  const accounts = createAccounts({
    ...deps,
    now: clock.now,
    members,
    erase,
    receiptSecret: deps.secrets.claimKey,
    table,
    vault,
    credentials,
    passwords,
    knownBrowsers,
    sessions,
    tokens,
    mailQueue,
    wakeSender: outboxSender.wake,
    limits,
    background,
    refusedLoginMs: deps.refusedLoginMs ?? 1000,
    settle,
  });
  return {
    product: {
      accounts,
      invitations: createInvitations({
        members,
        table,
        tokens,
        passwords,
        knownBrowsers,
        limits,
        sessions,
        settle,
        erase,
        newPassword: deps.newPassword,
      }),
      security: createSecurity({
        ...deps,
        members,
        table,
        credentials,
        passwords,
        knownBrowsers,
        sessions,
        limits,
        wakeSender: outboxSender.wake,
        settle,
      }),
      profiles: createProfiles({ members, table, limits, settle }),
      pictures: createPictures({
        members,
        isThere,
        table,
        objects,
        limits,
        pathSecret: deps.secrets.claimKey,
        newId: deps.newId,
        log,
        settle,
      }),
      directory: createDirectory({
        search: remoteSearch ?? measureSearch(search, "embedded", metrics),
        table,
        json: publicJson,
      }),
    },
    members,
    vault,
    readModel,
    background,
    outboxSender,
    remoteSearch,
    continuous,
    publicJson,
    follow,
    saveIndex: async () => await snapshots?.save(indexer.position()),
    removeLeft: erasedFiles.removeLeft,
    sweep: createSweep({ objects, table, eventLog, isOurs: ownsObjects, settle, now, log }),
    async purge() {
      await sessions.purge();
      await tokens.purge();
      await failures.purge();
    },
    readiness: createReadiness({
      ...deps,
      remoteSearch,
      behindMs: touch.behindMs,
      secondsBehindLog: () => secondsBehindLog(eventLog, now),
    }),
    isOutOfTouch: touch.isLost,
  };
}

/** Goes on where that cannot be said. */
async function refuseForeignObjects(
  ownsObjects: () => Promise<boolean>,
  objectsAt: string,
): Promise<void> {
  const isOurs = await ownsObjects().catch((error) => {
    if (error instanceof ObjectsUnavailable) return true;
    throw error;
  });
  if (isOurs) return;
  throw new EnvironmentError([
    `${objectsAt} are those of another installation than the log. Name the right ones; for a new ` +
    "installation, an empty folder or bucket. A restore has them belong to the log that it restores",
  ]);
}
