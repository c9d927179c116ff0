/** Composition root. `main.ts` passes the real drivers, tests pass temporary ones. */
import type { RequestsCounted } from "../events/connections/count-events.ts";
import { connectionLimits } from "../events/connections/limits.ts";
import type { EventsDependencies } from "../events/open.ts";
import type { Report } from "../events/report/report.ts";
import type { EmbeddedSearch } from "../search/embedded/embedded.ts";
import type { MeilisearchSettings } from "../search/meilisearch/server.ts";
import type { PasswordHashing } from "./auth/argon2id.ts";
import { AccessLog, noteAccessChanges } from "./auth/access-log.ts";
import { currentLimits } from "./auth/current-limits.ts";
import { createDoors } from "./auth/doors.ts";
import { openAuth } from "./auth/open-auth.ts";
import type { Limits } from "./auth/rate-limits.ts";
import { Backups, type BackupsParts } from "./backup/backups.ts";
import { createEffectiveSettings } from "./config/effective-settings.ts";
import { isServer } from "./config/combinations.ts";
import type { RestoreFiles } from "./backup/restore.ts";
import type { Environment } from "./config/env.ts";
import type { Secrets } from "./config/secrets.ts";
import type { Draw } from "./drawing/answer.ts";
import { createAddressUpkeep } from "./features/accounts/address-upkeep.ts";
import { openAccounts } from "./features/accounts/open.ts";
import { createClassRoster } from "./features/commissioning/class-roster.ts";
import { Classes } from "./features/commissioning/classes.ts";
import { Commissioning } from "./features/commissioning/commissioning.ts";
import { createCommissioningLinks } from "./features/commissioning/links.ts";
import { createCommissioningMails } from "./features/commissioning/program-mails.ts";
import { createCommissioningMail } from "./features/commissioning/mail.ts";
import { AlsoAsked } from "./features/connections/also-asked.ts";
import { ConnectionService } from "./features/connections/connections.ts";
import { Conversations } from "./features/connections/conversations.ts";
import { createDueWork } from "./features/connections/due-work.ts";
import { createLinkGenerations } from "./features/connections/link-generations.ts";
import { createConversationLinks } from "./features/connections/links.ts";
import { createLiveConversations, type LiveLimits } from "./features/connections/live.ts";
import { createConnectionMail } from "./features/connections/mail.ts";
import { createQuestionMail } from "./features/connections/questions/mail.ts";
import { createQuestionWork } from "./features/connections/questions/due-work.ts";
import { QuestionService } from "./features/connections/questions/questions.ts";
import { MailedLinks } from "./features/connections/mailed-links.ts";
import { Others } from "./features/connections/others.ts";
import { ContactViews } from "./features/contacts/contact-views.ts";
import { Contacts } from "./features/contacts/contacts.ts";
import { KnownMembers } from "./features/contacts/known-members.ts";
import { Directory } from "./features/directory/directory.ts";
import { createEmployers } from "./features/directory/employers.ts";
import { findOffers } from "./features/directory/offers.ts";
import { Profiles } from "./features/directory/profiles.ts";
import { createUncovered } from "./features/directory/uncovered.ts";
import { createForgetting } from "./features/erasure/forgetting.ts";
import { createActivity } from "./features/home/activity.ts";
import { createHelped } from "./features/home/helped.ts";
import { createSetup } from "./features/home/setup.ts";
import { createSuggestions } from "./features/home/suggestions.ts";
import { createInsights } from "./features/insights/insights.ts";
import { InvitationAnswers } from "./features/invitations/answers.ts";
import { DeclinedInvitations } from "./features/invitations/declined.ts";
import { Declining } from "./features/invitations/declining.ts";
import { Imports } from "./features/invitations/imports.ts";
import { Invitations } from "./features/invitations/invitations.ts";
import { Invited } from "./features/invitations/invited.ts";
import { Inviters } from "./features/invitations/inviters.ts";
import { Inviting } from "./features/invitations/inviting.ts";
import { ListedDetails } from "./features/invitations/listed-details.ts";
import { InvitationMail } from "./features/invitations/mail.ts";
import { openSending } from "./features/invitations/open.ts";
import { InvitationStates } from "./features/invitations/states.ts";
import { createStopLinks } from "./features/invitations/stop-links.ts";
import { Downloads } from "./features/personal-data/downloads.ts";
import { createTypedAnswers } from "./features/invitations/typed-answers.ts";
import { createPrivacyFacts, type Places } from "./features/privacy/privacy-facts.ts";
import { createPictures } from "./features/pictures/pictures.ts";
import { createUploads } from "./features/pictures/uploads.ts";
import { ProgramMailChoices } from "./features/program-mails/choices.ts";
import { openProgramMails } from "./features/program-mails/open.ts";
import { createBackupNotices } from "./features/program/backup-notices.ts";
import { Backups as BackupPages } from "./features/program/backups.ts";
import { createCounts } from "./features/program/counts.ts";
import {
  openMailPages,
  openSettings,
  openStaffPages,
  staffMails,
} from "./features/program/open.ts";
import { PrintedSecret } from "./features/program/printed-secret.ts";
import { type BackupSource, Restore } from "./features/program/restore.ts";
import { readLogo } from "./features/program/logo.ts";
import { createRoster } from "./features/program/roster.ts";
import { createStaffLetter } from "./features/program/staff-letter.ts";
import { createStaffNotices } from "./features/program/staff-notices.ts";
import { createSurges } from "./features/program/surges.ts";
import { Arrivals } from "./features/relay/arrivals.ts";
import { openRelay } from "./features/relay/open.ts";
import { createRelayMail } from "./features/relay/relay-mail.ts";
import { ReplyAddresses } from "./features/relay/reply-addresses.ts";
import { openTransports } from "./mail/inbound/transports/open-transports.ts";
import type { ReplySettings } from "./mail/inbound/transports/settings.ts";
import { type Reach, reach } from "./mail/drivers/reach.ts";
import { createMailLogo } from "./mail/templates/mail-logo.ts";
import { letterheadOf } from "./mail/templates/letterhead.ts";
import type { Mail } from "./mail/mail.ts";
import { ofReaders } from "./mail/outbox/readers.ts";
import { createRefusedAddresses, noteAddresses } from "./mail/outbox/refused-addresses.ts";
import { createOutboxSender, type OutboxSender, type Pace } from "./mail/outbox/send-outbox.ts";
import { createTryMail } from "./mail/outbox/try-mail.ts";
import type { Outgoing } from "./mail/outgoing.ts";
import { createMailing } from "./mail/setup/mailing.ts";
import { createFigures } from "./metrics/metrics.ts";
import { Background } from "./node/background.ts";
import type { ErasureLedger } from "./node/erasure-ledger.ts";
import type { Log } from "./node/log.ts";
import { openEventStore } from "./node/open-event-store.ts";
import { createReadiness } from "./node/readiness.ts";
import type { SteadyClock } from "./node/steady-clock.ts";
import { areAllMissing } from "./objects/all-missing.ts";
import type { ObjectStore } from "./objects/object-store.ts";
import { createSweep } from "./objects/sweep.ts";
import type { Product } from "./product.ts";
import { openFollowing } from "./search/following.ts";

export interface ProductDependencies
  extends Omit<EventsDependencies, "afterChange" | "requireRoom" | "secrets" | "withoutLinks"> {
  readonly secrets: Omit<Secrets, "made">;
  readonly cadreCode?: Environment["cadreCode"];
  /** Unless staff set it. The product's default if absent, as for the other limits. */
  readonly contactsADay?: number;
  readonly messagesKeepDays?: number;
  /** Always current. Answers searches, unless Meilisearch does. */
  readonly search: EmbeddedSearch;
  readonly meilisearch?: MeilisearchSettings | undefined;
  readonly mail: Mail;
  readonly reach?: Reach | undefined;
  /** Asks the sign-in services of mail servers. */
  readonly fetchTokens?: typeof fetch | undefined;
  readonly mailPace?: Partial<Pace>;
  /** How answers by mail arrive, whatever staff set up: for tests. */
  readonly replies?: ReplySettings | undefined;
  readonly objects: ObjectStore;
  /** Draws uploaded pictures. */
  readonly draw: Draw;
  /** Name of the pictures' place in errors about another installation. Unchecked if absent. */
  readonly objectsAt?: string;
  readonly freeBytes: () => Promise<number>;
  readonly hashing: PasswordHashing;
  readonly log: Log;
  readonly limits: Limits;
  /** Whether there may be other nodes: limits are then counted for all of them. */
  readonly hasOtherNodes?: boolean;
  readonly clock: SteadyClock;
  readonly random: () => number;
  /** How long a refused login waits for its answer: a second, unless it is given. */
  readonly refusedLoginMs?: number;
  readonly liveLimits?: Partial<LiveLimits> | undefined;
  readonly ledger?: ErasureLedger | undefined;
  readonly backups: Pick<BackupsParts, "environment" | "make" | "recipient">;
  readonly makeReports?: (pending: readonly RequestsCounted[]) => Promise<readonly Report[]>;
  readonly restoring: {
    readonly files: RestoreFiles;
    readonly source?: BackupSource | undefined;
    /** Why the last one failed, after the service started again. */
    readonly failed?: string | undefined;
  };
  readonly appOrigin: string;
  readonly showsDevToken: boolean;
}

export type Composed = Awaited<ReturnType<typeof composeProduct>>;

/**
 * Makes the tables. The index is filled once it resolves.
 * @throws {EnvironmentError} When the pictures are another installation's.
 */
export async function composeProduct(deps: ProductDependencies) {
  const { appOrigin, database, draw, log, newId, objects, freeBytes, clock, clock: { now } } = deps;
  const { claimKey: secret } = deps.secrets;
  const eventStore = await openEventStore({
    database,
    secrets: deps.secrets,
    clock,
    recordedAt: deps.recordedAt,
    newId,
    watchLog: (eventLog) => noteAccessChanges(deps.watchLog?.(eventLog) ?? eventLog, log),
    projection: deps.projection,
    connectionLimits: deps.connectionLimits,
    objects,
    objectsAt: deps.objectsAt,
    freeBytes,
    appOrigin,
    log,
    afterChange: () => following.updateIndex(),
  });
  const { members, connections: recorded, readModel: tables, texts, notices, questionTexts } =
    eventStore;
  const { keys } = eventStore;
  const following = openFollowing({
    database,
    tables,
    search: deps.search,
    meilisearch: deps.meilisearch,
    log,
    now: deps.now,
  });
  const { remoteSearch } = following;
  const roster = createRoster(following);
  const employers = createEmployers(following);
  const classRoster = createClassRoster(following);
  following.alongside((changed) => {
    roster.follow(changed);
    employers.follow(changed);
    classRoster.follow(changed);
  });
  const forgetting = await createForgetting(
    { database, ledger: deps.ledger, log, mail: deps.mail, now: deps.now, objects },
    eventStore,
    following,
  );
  await forgetting.start();
  const { erase } = forgetting;

  const background = new Background(log, deps.random);
  background.start("looking for pictures", () => warnOfMissingPictures(deps));
  const settings = createEffectiveSettings(tables.settings, now);
  const limitsInForce = currentLimits(
    { ...deps.limits, contactsADay: deps.contactsADay },
    settings.current,
  );
  const auth = openAuth({
    database,
    keys,
    appOrigin,
    secret,
    hashing: deps.hashing,
    limits: limitsInForce,
    hasOtherNodes: deps.hasOtherNodes ?? false,
    now,
  });
  const { counts, credentials, limits, passkeys, sessions, tokens } = auth;
  const accessLog = new AccessLog({ log, members: tables.members, background });
  const doors = createDoors({ auth, members: tables.members, settings, accessLog, now });
  const { guessedCodes, proofs, signIn, staff } = doors;

  const letterhead = letterheadOf(
    settings.brand,
    appOrigin,
    createMailLogo({
      brand: settings.brand,
      readLogo: () => readLogo(objects, settings.brand().logo),
    }),
  );
  const mailing = createMailing({
    database,
    keys,
    letterhead,
    installed: { mail: deps.mail, replies: deps.replies },
    network: { reach: deps.reach ?? reach, fetch: deps.fetchTokens ?? fetch },
    now,
  });
  const outgoing: Outgoing = {
    queue: eventStore.mailQueue,
    wake: () => outboxSender.wake(),
    current: mailing.current,
    letterhead,
  };
  const refusedAddresses = createRefusedAddresses({
    database,
    table: tables.members,
    keyOf: (to) => limits.keyOf({ to, isUrgent: false, isWithheld: false }),
  });

  const knownMembers = new KnownMembers({ tables, settings });
  const directory = new Directory({
    search: remoteSearch ?? deps.search,
    table: tables.members,
    answers: following.answers,
    limits,
    knownMembers,
    vocabulary: { topics: settings.topics, synonyms: deps.search.synonyms },
  });
  const views = new ContactViews({
    reveals: eventStore.reveals,
    tables,
    knownMembers,
    counts,
    limits: limitsInForce,
    now,
  });
  const profiles = new Profiles({ members, tables, views, limits, settings, appOrigin });

  const generations = createLinkGenerations(database, now);
  const links = createConversationLinks({ secret, now: deps.now, generations });
  const commissioningLinks = createCommissioningLinks(links);
  const live = createLiveConversations({ tables, sessions, limits: deps.liveLimits });
  following.onChange(live.update);
  const conversations = new Conversations({ tables, texts, notices, live, settings, now });
  const { leastAsked } = eventStore;
  const others = new Others({ recorded, directory, settings, leastAsked });
  const messagesKeepDays = deps.messagesKeepDays ?? 365;
  const doConnectionsDueWork = createDueWork({
    recorded,
    away: eventStore.away,
    tables,
    outgoing,
    times: {
      ...connectionLimits,
      ...deps.connectionLimits,
      messagesKeepDays,
    },
    async deleteForgotten(before) {
      await forgetting.deleteForgottenTexts();
      // They quote texts that are forgotten by now.
      await deps.mail.removeBefore?.(before);
    },
    now,
  });

  const doQuestionsDueWork = createQuestionWork({
    recorded: eventStore.questions,
    questionMails: eventStore.questionMails,
    away: eventStore.away,
    tables,
    outgoing,
    messagesKeepDays: deps.messagesKeepDays ?? 365,
    now,
  });

  const arrivals = new Arrivals({ database, keys, secret, now });
  const replyAddresses = new ReplyAddresses({
    currentReplies: mailing.currentReplies,
    tokens,
    generations,
    tables,
    secret,
  });
  const { relay, receive: receiveMail } = openRelay({
    eventStore,
    auth,
    arrivals,
    replyAddresses,
    refusedAddresses,
    appOrigin,
    now,
  });

  const states = new InvitationStates(database, now);
  const stopLinks = createStopLinks(secret);
  const declined = new DeclinedInvitations({ database, secret, newId, now });
  const inviters = new Inviters({ members: tables.members, keys, objects });
  const { list, preparing, remindDue, remindSilent, renewing } = openSending({
    eventStore,
    auth,
    states,
    declined,
    roster,
    inviters,
    outgoing,
    background,
    now,
  });

  const accounts = openAccounts({
    eventStore,
    database,
    auth,
    doors,
    settings,
    declined,
    erase,
    outgoing,
    background,
    given: deps,
    now,
  });

  const backups = new Backups({
    ...deps.backups,
    database,
    ledger: deps.ledger,
    settings: () => ({
      program: settings.brand().programName,
      weeks: settings.current().backupWeeks,
    }),
    log,
    now,
  });
  const backupNotices = createBackupNotices({ backups, tables, counts, keys, outgoing });
  const surges = createSurges({ tables, knownMembers, now });
  const staffNotices = createStaffNotices({
    database,
    tables,
    surges,
    guessedCodes,
    counts,
    keys,
    outgoing,
  });

  const uncovered = createUncovered({ database, directory, counts, settings, now });
  const staffLetter = createStaffLetter({
    recorded: eventStore.staffLetters,
    away: eventStore.away,
    tables,
    roster,
    uncovered,
    refusedAddresses,
    outgoing,
    now,
  });

  const invitationMail = new InvitationMail({
    members,
    tables,
    states,
    tokens,
    stopLinks,
    inviters,
  });
  const suggestions = createSuggestions({
    directory,
    conversations,
    leastAsked,
    texts,
    synonyms: deps.search.synonyms,
  });
  const programMails = openProgramMails({
    eventStore,
    links,
    others: createCommissioningMails({
      roster: classRoster,
      settings,
      links: commissioningLinks,
      now,
    }),
    conversations,
    suggestions,
    refusedAddresses,
    outgoing,
    now,
  });
  const tryMail = createTryMail({
    outgoing,
    limits,
    kinds: [
      ofReaders(tables.members),
      invitationMail,
      staffNotices,
      staffLetter,
      backupNotices,
      staffMails(tables),
      createCommissioningMail({
        table: tables.members,
        links: commissioningLinks,
        settings,
        refusedAddresses,
        now,
      }),
      createRelayMail({ tables, arrivals, links }),
      createQuestionMail({ tables, questionTexts, texts, links, refusedAddresses, settings }),
      programMails.mail,
      createConnectionMail({ tables, texts, links, notices, refusedAddresses, settings, now }),
      noteAddresses(refusedAddresses),
    ],
    replies: replyAddresses,
    retries: { ...deps.mailPace, random: deps.random },
    now,
  });
  const outboxSender: OutboxSender = createOutboxSender({
    outgoing,
    tryMail,
    outcomes: mailing.outcomes,
    pace: deps.mailPace,
    log,
    now,
  });
  const { mailboxes, mailHook } = openTransports({
    receive: receiveMail,
    mailing,
    database,
    log,
    now,
  });

  const printedSecret = new PrintedSecret({
    staff,
    database,
    identity: deps.secrets.identity,
    now,
  });
  const restore = new Restore({
    database,
    files: deps.restoring.files,
    source: deps.restoring.source,
    eventStore,
    objects,
    ledger: deps.ledger,
    log,
    now,
    failed: deps.restoring.failed,
  });

  const product: Product = {
    restore,
    ...accounts,
    downloads: new Downloads({
      archive: {
        log: eventStore.log,
        keys,
        database,
        revealTable: tables.reveals,
        passkeys: passkeys.stored,
        sessions,
        arrivals,
        objects,
        now,
      },
      members: tables.members,
      counts,
      outgoing,
    }),
    profiles,
    listed: new ListedDetails({ members, tables, profiles, limits }),
    contacts: new Contacts({ members, tables, profiles, views, limits, now }),
    pictures: createPictures({ members, tables, objects, draw, secret, log }),
    uploads: createUploads({ objects, limits, members: tables.members }),
    directory,
    uncovered,
    offers: (viewer) => findOffers({ directory, employers }, viewer),
    connections: new ConnectionService({ recorded, conversations, others, tables, texts, limits }),
    conversations,
    alsoAsked: new AlsoAsked({
      recorded,
      questions: eventStore.questions,
      conversations,
      tables,
      settings,
      limits,
    }),
    questions: new QuestionService({
      recorded: eventStore.questions,
      tables,
      questionTexts,
      texts,
      settings,
      limits,
    }),
    programMails: new ProgramMailChoices({ members, limits }),
    mailedLinks: new MailedLinks({ links, tables, now }),
    relay,
    invitations: new Invitations({
      links: proofs.links,
      answers: new InvitationAnswers({ members, tables, credentials, sessions, states, declined }),
      inviters,
      signIn,
      accessLog,
      settings,
      now,
    }),
    typedAnswers: createTypedAnswers(secret),
    declining: new Declining({ links: proofs.links, stopLinks, members, declined, erase }),
    inviting: new Inviting({
      staff,
      preparing,
      list,
      declined,
      settings,
      inviters,
      roster,
      outgoing,
    }),
    invited: new Invited({
      staff,
      members: tables.members,
      renewing,
      remindSilent,
      erase,
      outgoing,
    }),
    commissioning: new Commissioning({
      members,
      tables,
      links: commissioningLinks,
      limits,
      settings,
      now,
    }),
    classes: new Classes({ staff, members, roster: classRoster, settings, outgoing, now }),
    imports: new Imports({ staff, preparing, outgoing, settings, log, now }),
    ...openStaffPages({
      eventStore,
      database,
      staff,
      endingAccess: doors.endingAccess,
      roster,
      surges,
      refusedAddresses,
      outgoing,
    }),
    counts: createCounts({ tables, roster, states, surges, guessedCodes }),
    settings: openSettings({
      staff,
      recorded: eventStore.settings,
      settings,
      objects,
      draw,
      outgoing,
      newId,
    }),
    ...openMailPages({
      staff,
      eventStore,
      counts,
      mailing,
      outgoing,
      refusedAddresses,
      background,
    }),
    privacy: createPrivacyFacts({
      settings,
      eventLog: eventStore.log,
      mailing,
      places: placesOf(deps),
      messagesKeepDays,
    }),
    printedSecret,
    backups: new BackupPages({ staff, backups, background }),
    insights: createInsights({
      lastPosition: eventStore.log.lastPosition,
      makeReports: async () =>
        await deps.makeReports?.(await eventStore.requestCounts.pending()) ?? [],
      log,
    }),
    home: {
      ...createActivity({ database, settings, now }),
      helped: createHelped({ tables, texts }),
      setup: createSetup({
        settings,
        countInvited: roster.countInvited,
        backups,
        appOrigin,
      }),
      suggestions,
    },
  };

  const timedWork = [
    createAddressUpkeep({ members, table: tables.members, refusedAddresses, outgoing, now }),
    // Before connections' work, which deletes the texts that it marks.
    doQuestionsDueWork,
    doConnectionsDueWork,
    async () => {
      if (settings.current().sendsReminders) await remindDue();
    },
    programMails.sendDue,
    staffNotices.send,
    staffLetter.send,
    backupNotices.send,
    () => eventStore.requestCounts.countDays(),
  ];
  return {
    eventStore,
    product,
    settings,
    background,
    outboxSender,
    receiveMail,
    mailboxes,
    mailHook,
    /** Live pages of conversations; closed before the service waits for its last answers. */
    live,
    answers: following.answers,
    indexer: following.indexer,
    remoteSearch,
    updateIndex: following.updateIndex,
    backups,
    emptyLog: forgetting.emptyLog,
    /** Resolves once a backup is ready to take the place of the empty database. */
    replacing: restore.ready,
    erase,
    follow: forgetting.follow,
    removeErased: forgetting.removeErased,
    readiness: createReadiness({
      database,
      remoteSearch,
      mail: { check: async () => await (await mailing.current()).check() },
      objects,
      freeBytes,
      log,
    }),
    figures: createFigures({
      mailQueue: outgoing.queue,
      eventLog: eventStore.log,
      search: following,
      limits,
      freeBytes,
      now,
    }),
    /** Deletes sessions, tokens, counts and notices that have expired. */
    async purge(): Promise<void> {
      await auth.purge();
      await notices.purge();
      await arrivals.purge();
    },
    async doDueWork(): Promise<void> {
      const failures: unknown[] = [];
      // A failure doesn't stop the others.
      for (const work of timedWork) await work().catch((error) => failures.push(error));
      if (failures.length > 0) throw failures[0];
    },
    sweep: createSweep({
      objects,
      isPresent: async (memberId) => !await eventStore.keys.isErased(memberId),
      table: tables.members,
      eventLog: eventStore.log,
      isOurs: eventStore.ownsObjects,
      log,
      now,
    }),
  };
}

function placesOf(
  { backups: { environment }, meilisearch }: Pick<ProductDependencies, "backups" | "meilisearch">,
): Places {
  return {
    database: isServer(environment.database.url) ? "server" : "disk",
    pictures: environment.s3 === undefined ? "disk" : "bucket",
    backups: environment.backups.place,
    search: meilisearch === undefined ? "embedded" : "meilisearch",
  };
}

async function warnOfMissingPictures(
  { objects, database, log }: Pick<ProductDependencies, "objects" | "database" | "log">,
): Promise<void> {
  if (!await areAllMissing(objects, database)) return;
  const event =
    "members have pictures, but their store is empty: is its disk there, and is it the right one?";
  log({ level: "warning", event, run: "admin doctor" });
}
