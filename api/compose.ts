/** Composition root. `main.ts` passes the real drivers, tests pass temporary ones. */
import type { RequestsCounted } from "../events/connections/count-events.ts";
import { connectionLimits } from "../events/connections/limits.ts";
import type { EventsDependencies } from "../events/open.ts";
import type { Report } from "../events/report/report.ts";
import type { EmbeddedSearch } from "../search/embedded/embedded.ts";
import type { MeilisearchSettings } from "../search/meilisearch/server.ts";
import { AccessLog, noteAccessChanges } from "./auth/access-log.ts";
import type { PasswordHashing } from "./auth/passwords/argon2id.ts";
import { currentLimits } from "./auth/limits/current-limits.ts";
import { createDoors } from "./auth/doors.ts";
import { openAuth } from "./auth/open-auth.ts";
import type { Limits } from "./auth/limits/rate-limits.ts";
import { createEffectiveSettings } from "./config/effective-settings.ts";
import type { Environment } from "./config/env.ts";
import type { Secrets } from "./config/secrets.ts";
import type { Draw } from "./drawing/answer.ts";
import { createAddressUpkeep } from "./features/accounts/address-upkeep.ts";
import { openAccounts } from "./features/accounts/open.ts";
import { createClassRoster } from "./features/commissioning/class-roster.ts";
import { openCommissioning } from "./features/commissioning/open.ts";
import { createLinkGenerations } from "./features/connections/link-generations.ts";
import { createConversationLinks } from "./features/connections/links.ts";
import { createLiveConversations, type LiveLimits } from "./features/connections/live.ts";
import { openConnections } from "./features/connections/open.ts";
import { ContactViews } from "./features/contacts/contact-views.ts";
import { Contacts } from "./features/contacts/contacts.ts";
import { KnownMembers } from "./features/contacts/known-members.ts";
import { Directory } from "./features/directory/directory.ts";
import { createEmployers } from "./features/directory/employers.ts";
import { findOffers } from "./features/directory/offers.ts";
import { Profiles } from "./features/directory/profiles.ts";
import { createUncovered } from "./features/directory/uncovered.ts";
import { createForgetting } from "./features/erasure/forgetting.ts";
import { openHome } from "./features/home/open.ts";
import { createInsights } from "./features/insights/insights.ts";
import { openInvitations } from "./features/invitations/open.ts";
import { Downloads } from "./features/personal-data/downloads.ts";
import { createPictures } from "./features/pictures/pictures.ts";
import { createUploads } from "./features/pictures/uploads.ts";
import { createPrivacyFacts, placesOf } from "./features/privacy/privacy-facts.ts";
import { ProgramMailChoices } from "./features/program-mails/choices.ts";
import { openProgramMails } from "./features/program-mails/open.ts";
import { createCounts } from "./features/program/counts.ts";
import { readLogo } from "./features/program/logo.ts";
import {
  type BackupDependencies,
  openBackups,
  openMailPages,
  openSettings,
  openStaffMails,
  openStaffPages,
} from "./features/program/open.ts";
import { createRoster } from "./features/program/roster.ts";
import { createSurges } from "./features/program/surges.ts";
import { Arrivals } from "./features/relay/arrivals.ts";
import { openRelay } from "./features/relay/open.ts";
import { createRelayMail } from "./features/relay/relay-mail.ts";
import { ReplyAddresses } from "./features/relay/reply-addresses.ts";
import { type Reach, reach } from "./mail/drivers/reach.ts";
import { openTransports } from "./mail/inbound/transports/open-transports.ts";
import type { ReplySettings } from "./mail/inbound/transports/settings.ts";
import type { Mail } from "./mail/mail.ts";
import { openOutgoing } from "./mail/open-outgoing.ts";
import type { Pace } from "./mail/outbox/send-outbox.ts";
import { letterheadOf } from "./mail/templates/letterhead.ts";
import { createMailLogo } from "./mail/templates/mail-logo.ts";
import { createFigures } from "./metrics/metrics.ts";
import { Background } from "./node/background.ts";
import type { ErasureLedger } from "./node/erasure-ledger.ts";
import type { Log } from "./node/log.ts";
import { openEventStore } from "./node/open-event-store.ts";
import { createReadiness } from "./node/readiness.ts";
import type { SteadyClock } from "./node/steady-clock.ts";
import { warnOfMissingPictures } from "./objects/missing-pictures.ts";
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
  readonly backups: BackupDependencies["backups"];
  readonly makeReports?: (pending: readonly RequestsCounted[]) => Promise<readonly Report[]>;
  readonly restoring: BackupDependencies["restoring"];
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
    eventTime: deps.eventTime,
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
  const { keys, members, readModel: tables } = eventStore;
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
    for (const list of [roster, employers, classRoster]) list.follow(changed);
  });
  const forgetting = await createForgetting(
    { database, ledger: deps.ledger, log, mail: deps.mail, now: deps.now, objects },
    eventStore,
    following,
  );
  await forgetting.start();
  const { erase } = forgetting;

  const background = new Background(log, deps.random);
  background.start("looking for pictures", () => warnOfMissingPictures({ objects, database, log }));
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
  const { counts, limits, passkeys, sessions, tokens } = auth;
  const accessLog = new AccessLog({ log, members: tables.members, background });
  const doors = createDoors({ auth, members: tables.members, settings, accessLog, now });
  const { guessedCodes, staff } = doors;

  const letterhead = letterheadOf(
    settings.brand,
    appOrigin,
    createMailLogo({
      brand: settings.brand,
      readLogo: () => readLogo(objects, settings.brand().logo),
    }),
  );
  const { mailing, outgoing, refusedAddresses, createSender } = openOutgoing({
    database,
    keys,
    queue: eventStore.mailQueue,
    table: tables.members,
    letterhead,
    installed: { mail: deps.mail, replies: deps.replies },
    network: { reach: deps.reach ?? reach, fetch: deps.fetchTokens ?? fetch },
    limits,
    pace: deps.mailPace,
    random: deps.random,
    log,
    now,
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
  const live = createLiveConversations({ tables, sessions, limits: deps.liveLimits });
  following.onChange(live.update);
  const messagesKeepDays = deps.messagesKeepDays ?? 365;
  const connections = openConnections({
    eventStore,
    directory,
    live,
    links,
    limits,
    times: { ...connectionLimits, ...deps.connectionLimits, messagesKeepDays },
    async deleteForgotten(before) {
      await forgetting.deleteForgottenTexts();
      // They quote texts that are forgotten by now.
      await deps.mail.removeBefore?.(before);
    },
    settings,
    refusedAddresses,
    outgoing,
    now,
  });
  const { conversations } = connections.pages;

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

  const commissioning = openCommissioning({
    eventStore,
    roster: classRoster,
    links,
    staff,
    limits,
    settings,
    refusedAddresses,
    outgoing,
    now,
  });
  const invitations = openInvitations({
    eventStore,
    database,
    auth,
    doors,
    profiles,
    roster,
    settings,
    erase,
    objects,
    outgoing,
    background,
    secret,
    newId,
    log,
    now,
  });
  const accounts = openAccounts({
    eventStore,
    database,
    auth,
    doors,
    settings,
    declined: invitations.declined,
    erase,
    refusedAddresses,
    outgoing,
    background,
    given: deps,
    now,
  });

  const { backups, restore, pages: backupPages } = openBackups({
    eventStore,
    database,
    given: deps,
    staff,
    settings,
    objects,
    background,
    log,
    now,
  });
  const uncovered = createUncovered({ database, directory, counts, settings, now });
  const surges = createSurges({ tables, knownMembers, now });
  const staffMails = openStaffMails({
    eventStore,
    database,
    backups,
    counts,
    guessedCodes,
    surges,
    roster,
    uncovered,
    refusedAddresses,
    outgoing,
    now,
  });
  const home = openHome({
    eventStore,
    database,
    directory,
    synonyms: deps.search.synonyms,
    conversations,
    roster,
    backups,
    settings,
    appOrigin,
    now,
  });
  const programMails = openProgramMails({
    eventStore,
    links,
    others: commissioning.programMails,
    conversations,
    suggestions: home.suggestions,
    refusedAddresses,
    outgoing,
    now,
  });
  const outboxSender = createSender([
    invitations.mail,
    ...staffMails.mails,
    commissioning.mail,
    createRelayMail({ tables, arrivals, links }),
    ...connections.mails,
    programMails.mail,
  ], replyAddresses);
  const { mailboxes, mailHook } = openTransports({
    receive: receiveMail,
    mailing,
    database,
    log,
    now,
  });

  const product: Product = {
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
    contacts: new Contacts({ members, tables, profiles, views, limits, now }),
    pictures: createPictures({ members, tables, objects, draw, secret, log }),
    uploads: createUploads({ objects, limits, members: tables.members }),
    directory,
    uncovered,
    offers: (viewer) => findOffers({ directory, employers }, viewer),
    ...connections.pages,
    programMails: new ProgramMailChoices({ members, limits }),
    relay,
    ...invitations.pages,
    ...commissioning.pages,
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
    counts: createCounts({
      tables,
      roster,
      states: invitations.states,
      surges,
      guessedCodes,
    }),
    settings: openSettings({
      staff,
      settingsCommands: eventStore.settings,
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
      places: placesOf(deps.backups.environment, deps.meilisearch !== undefined),
      messagesKeepDays,
    }),
    ...backupPages,
    insights: createInsights({
      lastPosition: eventStore.log.lastPosition,
      makeReports: async () =>
        await deps.makeReports?.(await eventStore.requestCounts.pending()) ?? [],
      log,
    }),
    home,
  };

  const timedWork = [
    createAddressUpkeep({ members, table: tables.members, refusedAddresses, outgoing, now }),
    ...connections.timedWork,
    invitations.remindDue,
    programMails.sendDue,
    ...staffMails.timedWork,
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
      await eventStore.notices.purge();
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
