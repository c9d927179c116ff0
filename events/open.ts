import type { Database } from "./store/database.ts";
import { installationOf } from "./store/installation.ts";
import type { EventLog } from "./store/event-log.ts";
import { openLibsqlLog } from "./store/libsql-log.ts";
import { ConnectionCommands } from "./connections/handle.ts";
import { createQuestionCommands } from "./connections/questions/question-commands.ts";
import { QuestionTexts } from "./connections/questions/question-texts.ts";
import { LeastAsked } from "./connections/least-asked.ts";
import { ConversationTexts } from "./connections/texts.ts";
import {
  type ConnectionLimits,
  connectionLimits,
  currentConnectionLimits,
} from "./connections/limits.ts";
import { RequestCounts } from "./connections/request-counts.ts";
import { Reveals } from "./contacts/handle-reveals.ts";
import { Notices } from "./connections/notices.ts";
import { Handler } from "./handler.ts";
import { StaffLetters } from "./program/handle-staff-letter.ts";
import { MemberCommands } from "./members/handle.ts";
import { createMailQueue } from "./members/mail-queue.ts";
import { Reports } from "./program/handle-report.ts";
import { Settings } from "./program/handle-settings.ts";
import { openReadModel } from "./read/read-model.ts";
import { TimeAway } from "./time-away.ts";
import type { Key } from "./store/seal.ts";
import { createQuestionMails } from "./store/question-mails.ts";
import { createRecentDeclines } from "./store/recent-declines.ts";
import { createKeys } from "./store/keys.ts";
import { checkSecrets } from "./store/secrets.ts";

export interface EventsDependencies {
  readonly database: Database;
  readonly secrets: {
    /** Wraps the members' keys. */
    readonly kek: Key;
    readonly claimKey: Uint8Array;
  };
  readonly now: () => Date;
  /** Time of a commit's events, if not now. Demo data has a history. */
  readonly eventTime?: () => Date;
  readonly newId: () => string;
  readonly watchLog?: ((log: EventLog) => EventLog) | undefined;
  /** @throws {DatabaseNotWritable} When the disk is too full for a change and what follows it. */
  readonly requireRoom?: () => Promise<void>;
  /**
   * Called after each change and before its answer, so that followers such as the search index have
   * it by then.
   */
  readonly afterChange?: () => Promise<void>;
  /** Another projection version, for tests. */
  readonly projection?: number | undefined;
  readonly connectionLimits?: Partial<ConnectionLimits>;
  /** Applied to texts between members before they are sealed. */
  readonly withoutLinks?: (text: string) => string;
}

export type Events = Awaited<ReturnType<typeof openEvents>>;

/**
 * Opens the database and upgrades its schema.
 * @throws {DatabaseUnfit} When a newer version wrote it, or other secrets.
 */
export async function openEvents(deps: EventsDependencies) {
  const { database, secrets, now, eventTime, newId, watchLog = (log) => log } = deps;
  const { claimKey } = secrets;
  const log = watchLog(
    await openLibsqlLog(database, () => now().getTime()),
  );
  await checkSecrets(database, secrets, now());
  const keys = createKeys(database, secrets);
  const readModel = await openReadModel({
    log,
    keys,
    database,
    claimKey,
    projection: deps.projection,
  });
  await keys.check();
  const away = await TimeAway.read(database);
  const { connections: table } = readModel;
  const handler = new Handler({
    log,
    snapshots: readModel.members,
    keys,
    project: readModel.project,
    requireRoom: deps.requireRoom,
    afterChange: deps.afterChange,
    eventTime,
    newId,
  });
  const mailQueue = createMailQueue({ outbox: log.outbox, keys, newId, now });
  const notices = new Notices({ database, secret: claimKey, mailQueue, now });
  const texts = new ConversationTexts({ log, keys, table });
  const asking = {
    handler,
    log,
    table,
    reports: readModel.reports,
    questions: readModel.questions,
    members: readModel.members,
    recentDeclines: createRecentDeclines(database, claimKey, now),
    notices,
    limits: currentConnectionLimits(
      { ...connectionLimits, ...deps.connectionLimits },
      readModel.settings.current,
    ),
    topics: readModel.settings.topics,
    away,
    withoutLinks: deps.withoutLinks ?? ((text: string) => text),
    now,
    newId,
  };
  const connections = new ConnectionCommands(asking);
  const leastAsked = new LeastAsked({ table, secret: claimKey, now });
  const questionMails = createQuestionMails(database);
  const questionTexts = new QuestionTexts({ log, keys, table });
  const questions = createQuestionCommands({
    ...asking,
    questionMails,
    questionTexts,
    texts,
    leastAsked,
  });
  const requestCounts = new RequestCounts({
    handler,
    log,
    keys,
    table,
    members: readModel.members,
    now,
  });
  const { reports, people, reveals } = readModel;
  return {
    log,
    keys,
    members: new MemberCommands({
      handler,
      log,
      connections: table,
      questions: readModel.questions,
      reveals,
      claimKey,
    }),
    connections,
    leastAsked,
    questions,
    questionMails,
    questionTexts,
    texts,
    reveals: new Reveals({ handler, log, table: reveals, now }),
    requestCounts,
    reports: new Reports({ handler, log, keys, reports, people, connections: table, claimKey }),
    settings: new Settings({ handler, log }),
    staffLetters: new StaffLetters({ handler }),
    mailQueue,
    notices,
    away,
    readModel,
    installation: await installationOf(database),
  };
}
