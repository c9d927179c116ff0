/**
 * Composition root: puts the product together from its drivers. `main.ts` calls it with the real ones,
 * tests with temporary ones. `composition/` has its parts, in the order in which they are made here.
 *
 * @module
 */
import { contactsADay } from "../events/contacts/reveals.ts";
import type { Reveals } from "../events/contacts/record-reveals.ts";
import type { Members } from "../events/members/handle.ts";
import type { ReadModel } from "../events/read/catch-up.ts";
import type { Vault } from "../events/vault/vault.ts";
import { createAccounts } from "./accounts/accounts.ts";
import { createSecurity } from "./accounts/security.ts";
import type { ProductDependencies } from "./composition/dependencies.ts";
import { createForgetting, type Forgetting } from "./composition/forgetting.ts";
import { type Following, openFollowing } from "./composition/following.ts";
import { type OpenRecord, openRecord } from "./composition/record.ts";
import { createSignIn, type SignIn } from "./composition/sign-in.ts";
import { Connections } from "./connections/connections.ts";
import { connectionLimits } from "../events/connections/limits.ts";
import { createLiveConversations, type LiveConversations } from "./connections/live.ts";
import { createPassingTime } from "./connections/passing-time.ts";
import { createConnectionMail, forgetLateNotice } from "./connections/mail.ts";
import { createLinkGenerations } from "./connections/link-generations.ts";
import { type ConversationLinks, createConversationLinks } from "./connections/links.ts";
import { createContacts } from "./contacts/contacts.ts";
import { createLooks } from "./contacts/looks.ts";
import { createStandings, type Standings } from "./contacts/standings.ts";
import { Directory } from "./directory/directory.ts";
import { createUncovered } from "./directory/uncovered.ts";
import { createHome } from "./home/home.ts";
import { createInsights } from "./insights/insights.ts";
import { createHistory } from "./program/history.ts";
import { lookUpMailChange } from "./program/mail-change.ts";
import { createMailSetup } from "./program/mail-setup.ts";
import { createLogos } from "./program/logo.ts";
import { createInviting } from "./program/inviting.ts";
import {
  createEffectiveSettings,
  createSettingsOffice,
  type EffectiveSettings,
} from "./program/settings.ts";
import { admissionOf } from "./program/settings-view.ts";
import { installationSettings } from "./program/installation-settings.ts";
import { createRequireStaff } from "./program/require-staff.ts";
import { createRoster, type Roster } from "./program/roster.ts";
import { createProgram } from "./program/program.ts";
import { createStaffNotices } from "./program/staff-notices.ts";
import { lookUpStaffMail } from "./program/staff-mail.ts";
import { createSurges, type Surges } from "./program/surges.ts";
import { createProfiles } from "./directory/profiles.ts";
import { isErased } from "./erasure/erasures.ts";
import { createListedDetails } from "./invitations/listed-details.ts";
import { createDeclinedInvitations } from "./invitations/declined.ts";
import { createInvitations } from "./invitations/invitations.ts";
import { createInvitationMail } from "./invitations/mail.ts";
import { createInvitationStates, type InvitationStates } from "./invitations/states.ts";
import { createInvitationList } from "./program/invitation-list.ts";
import { remindInvited } from "./program/remind-invited.ts";
import { createRenewing, type Renewing } from "./program/renewing.ts";
import { createCurrentMail, type MailWayDependencies } from "./mail/drivers/current-mail.ts";
import type { Letterhead } from "./mail/letters/letterhead.ts";
import type { Mail } from "./mail/mail.ts";
import { createMailSettingsStore, type MailSettingsStore } from "./mail/setup/mail-settings.ts";
import { createMailState } from "./mail/setup/mail-state.ts";
import { createMailOutcomes, type MailOutcomes } from "./mail/outbox/outcomes.ts";
import { reach } from "./mail/drivers/reach.ts";
import { createRefusedAddresses, type RefusedAddresses } from "./mail/outbox/refused-addresses.ts";
import { createOutboxSender, type OutboxSender } from "./mail/outbox/send-outbox.ts";
import { measureSearch } from "./metrics/measure.ts";
import { answerReadings } from "./metrics/answers.ts";
import { stateReadings } from "./metrics/state.ts";
import { type Background, createBackground } from "./node/background.ts";
import { secondsBehindLog } from "./node/clock-skew.ts";
import { createReadiness, type ReadinessCheck } from "./node/readiness.ts";
import { createOffers } from "./offers/offers.ts";
import { areAllMissing } from "./objects/all-missing.ts";
import { createSweep } from "./objects/sweep.ts";
import { createPictures } from "./pictures/pictures.ts";
import type { Product } from "./product.ts";

const dayMs = 24 * 60 * 60 * 1000;

export interface Composed
  extends
    Pick<Following, "answers" | "remoteSearch">,
    Pick<Forgetting, "deleted" | "follow" | "removeLeft">,
    Pick<SignIn, "purge"> {
  readonly product: Product;
  /** What counts now of what the installation and the program's staff have set. */
  readonly settings: EffectiveSettings;
  readonly members: Members;
  readonly reveals: Reveals;
  readonly vault: Vault;
  readonly readModel: ReadModel;
  readonly background: Background;
  readonly outboxSender: OutboxSender;
  /** Removes uploads and pictures that nobody needs. */
  sweep(): Promise<void>;
  /** Pages of conversations that follow along; closed before the service waits for its last answers. */
  readonly live: LiveConversations;
  /** Does what is due by time: between two members, for people who were invited, and for staff. */
  passTime(): Promise<void>;
  readonly readiness: ReadinessCheck;
  /** Whether this node cannot hear what others record. */
  isStale(): boolean;
}

/**
 * Migrates the databases; the read tables and the index are current once it resolves.
 *
 * @throws {EnvironmentError} When the pictures are another installation's.
 * @throws {BrokenLog}
 */
export async function composeProduct(deps: ProductDependencies): Promise<Composed> {
  const { log, now, metrics } = deps;
  const record = await openRecord(deps);
  const following = await openFollowing(deps, record);
  const forgetting = await createForgetting(deps, record, following);
  await forgetting.start();
  metrics.addReadings(
    stateReadings({ ...deps, ...record, ...following, outbox: record.mailQueue }),
  );
  metrics.addReadings(answerReadings(following.answers));
  const settings = createEffectiveSettings(record.readModel.settings, deps, deps.clock.now);
  const supportEmail = () => settings.brand().supportEmail.value;
  const letterhead = {
    appOrigin: deps.appOrigin,
    get programName() {
      return settings.brand().programName.value;
    },
    get supportEmail() {
      return supportEmail();
    },
    get brandColor() {
      return settings.brand().brandColor.value;
    },
  };
  const mailSettings = createMailSettingsStore(deps.databases.vault, record.vault.keys);
  const ways = { reach: deps.reach ?? reach, fetch: deps.fetchMail ?? fetch, head: letterhead };
  const currentMail = createCurrentMail({ installed: deps.mail, settings: mailSettings, ways });
  const signIn = createSignIn(deps, record.readModel.settings.current);
  const isThere = async (memberId: string) => !await isErased(record.log, memberId);
  const background = createBackground(log, deps.random);
  background.start("looking for pictures", () => warnOfMissingPictures(deps));
  const links = createConversationLinks({
    secret: deps.secrets.claimKey,
    now,
    generations: createLinkGenerations(deps.databases.vault, deps.clock.now),
  });
  const lookUpConnectionMail = createConnectionMail({
    ...deps,
    table: record.readModel.members,
    connectionTable: record.readModel.connections,
    texts: record.texts,
    notices: record.notices,
    links,
    catchUp: record.readModel.catchUp,
    ...settings,
  });
  const outcomes = createMailOutcomes(deps.databases.vault, deps.clock.now);
  const states = createInvitationStates(deps.databases.vault, deps.clock.now);
  const invitationMail = createInvitationMail({
    ...signIn,
    members: record.members,
    table: record.readModel.members,
    states,
    catchUp: record.readModel.catchUp,
  });
  const { people, reports } = record.readModel;
  const standings = createStandings({
    ...settings,
    table: record.readModel.members,
    connectionTable: record.readModel.connections,
  });
  const surges = createSurges({
    revealTable: record.readModel.reveals,
    table: record.readModel.members,
    standings,
    now: deps.clock.now,
  });
  const staffNotices = createStaffNotices({
    people,
    reports,
    surges,
    supportEmail,
    keys: record.vault.keys,
    table: record.readModel.members,
    vault: deps.databases.vault,
    counts: signIn.counts,
    mailQueue: record.mailQueue,
    wakeSender: () => outboxSender.wake(),
  });
  const refusedAddresses = createRefusedAddresses({
    vault: deps.databases.vault,
    table: record.readModel.members,
    keyOf: (to) => signIn.limits.keyOf({ to, isUrgent: false, isWithheld: false }),
  });
  const outboxSender: OutboxSender = createOutboxSender({
    ...deps,
    currentMail,
    outcomes,
    async onSent(mail, to) {
      await invitationMail.sent(mail);
      if (to !== undefined) await refusedAddresses.clear(mail.memberId, to);
    },
    async onRefused(mail, to) {
      await invitationMail.refused(mail);
      await refusedAddresses.note(mail.memberId, to);
    },
    limits: signIn.limits,
    lookUp: async (mail) =>
      await invitationMail.lookUp(mail) ?? await staffNotices.lookUp(mail) ??
        await lookUpStaffMail(record.readModel.members, mail) ??
        await lookUpMailChange(record.readModel.members, mail) ?? await lookUpConnectionMail(mail),
    onTooLate: (mail) => forgetLateNotice(record.notices, mail),
    queue: record.mailQueue,
    isThere,
    letterhead,
    onOutcome: metrics.mailTried,
    ...(deps.mailPace && { pace: deps.mailPace }),
  });
  const { readModel, ownsObjects: isOurs } = record;
  const live = createLiveConversations({
    connectionTable: readModel.connections,
    table: readModel.members,
    sessions: signIn.sessions,
    isStale: following.staleness.isStale,
    limits: deps.liveLimits,
  });
  following.onFollowed(live.look);
  const { staleness, catchUpAll } = following;
  const roster = createRoster({ table: readModel.members });
  const renewing = createRenewing({
    ...deps,
    ...signIn,
    members: record.members,
    now: deps.clock.now,
  });
  const passConnectionTime = createPassingTime({
    recorded: record.connections,
    forgetLeft: forgetting.forgetLeft,
    removeMailsBefore: async (time) => await deps.mail.removeBefore?.(time),
    connectionTable: readModel.connections,
    table: readModel.members,
    limits: { ...connectionLimits, ...deps.connectionLimits },
    keepTextsMs: (deps.messagesKeepDays ?? 365) * dayMs,
    wakeSender: outboxSender.wake,
    now,
  });
  const remind = () =>
    remindInvited({
      ...deps,
      currentMail,
      roster,
      renewing,
      states,
      table: readModel.members,
      mailQueue: record.mailQueue,
      sendsReminders: () => readModel.settings.current().sendsReminders,
      wakeSender: outboxSender.wake,
      now: deps.clock.now,
    });
  const sweep = createSweep({
    ...deps,
    table: readModel.members,
    eventLog: record.log,
    isOurs,
    catchUpAll,
  });
  const product = createProduct(deps, {
    record,
    following,
    forgetting,
    signIn,
    background,
    outboxSender,
    isThere,
    links,
    live,
    settings,
    outcomes,
    currentMail,
    mailSettings,
    refusedAddresses,
    ways,
    letterhead,
    roster,
    renewing,
    states,
    standings,
    surges,
  });
  return {
    ...record,
    ...following,
    ...forgetting,
    async purge() {
      await signIn.purge();
      await record.notices.purge();
    },
    background,
    outboxSender,
    live,
    settings,
    product,
    async passTime() {
      const failures: unknown[] = [];
      // One that fails holds up none of the others.
      for (
        const work of [
          passConnectionTime,
          remind,
          staffNotices.send,
          () => record.requestCounts.countDays(),
        ]
      ) {
        await work().catch((error) => failures.push(error));
      }
      if (failures.length > 0) throw failures[0];
    },
    async sweep() {
      await product.pictures.drawDocuments();
      await sweep();
    },
    readiness: createReadiness({
      ...deps,
      mail: { check: async () => await (await currentMail()).check() },
      remoteSearch: following.remoteSearch,
      behindMs: staleness.behindMs,
      secondsBehindLog: () => secondsBehindLog(record.log, now),
    }),
    isStale: staleness.isStale,
  };
}

interface Parts {
  readonly record: OpenRecord;
  readonly following: Following;
  readonly forgetting: Forgetting;
  readonly signIn: SignIn;
  readonly background: Background;
  readonly outboxSender: OutboxSender;
  readonly isThere: (memberId: string) => Promise<boolean>;
  readonly links: ConversationLinks;
  readonly live: LiveConversations;
  readonly settings: EffectiveSettings;
  readonly outcomes: MailOutcomes;
  readonly currentMail: () => Promise<Mail>;
  readonly mailSettings: MailSettingsStore;
  readonly refusedAddresses: RefusedAddresses;
  readonly ways: MailWayDependencies;
  readonly letterhead: Letterhead;
  readonly roster: Roster;
  readonly renewing: Renewing;
  readonly states: InvitationStates;
  readonly standings: Standings;
  readonly surges: Surges;
}

/** What people can do, on the parts that it takes. */
function createProduct(deps: ProductDependencies, parts: Parts): Product {
  const { record, following, forgetting, signIn, background, outboxSender, isThere } = parts;
  const { claimKey } = deps.secrets;
  const shared = {
    ...deps,
    ...signIn,
    ...parts.settings,
    members: record.members,
    table: record.readModel.members,
    catchUpAll: following.catchUpAll,
    erase: forgetting.erase,
    wakeSender: outboxSender.wake,
    isThere,
    declined: createDeclinedInvitations({
      vault: deps.databases.vault,
      secret: claimKey,
      newId: deps.newId,
      now: deps.clock.now,
    }),
  };
  const { standings, surges } = parts;
  const looks = createLooks({
    ...shared,
    reveals: record.reveals,
    standings,
    limits: deps.limits,
    contactsADay: () =>
      record.readModel.settings.current().limits.contactsADay ?? deps.contactsADay ?? contactsADay,
    onRefused: deps.metrics.refused,
  });
  const { roster, renewing, states } = parts;
  const logos = createLogos({ ...shared, brand: parts.settings.brand });
  const settingsOffice = createSettingsOffice({
    logos,
    table: record.readModel.settings,
    recorded: record.settings,
    installation: installationSettings(deps),
    requireStaff: createRequireStaff(shared),
    limits: shared.limits,
    catchUpAll: shared.catchUpAll,
    now: deps.now,
  });
  const profiles = createProfiles({
    ...shared,
    looks,
    connectionTable: record.readModel.connections,
  });
  const connections = new Connections({
    ...shared,
    recorded: record.connections,
    texts: record.texts,
    connectionTable: record.readModel.connections,
    notices: record.notices,
    links: parts.links,
    live: parts.live,
  });
  const directory = new Directory({
    search: following.remoteSearch ?? measureSearch(deps.search, "embedded", deps.metrics),
    table: shared.table,
    answers: following.answers,
    topics: shared.topics,
    limits: shared.limits,
    standings,
    synonyms: deps.search.synonyms,
  });
  return {
    accounts: createAccounts({
      ...shared,
      people: record.readModel.people,
      now: deps.clock.now,
      receiptSecret: claimKey,
      vault: record.vault,
      mailQueue: record.mailQueue,
      background,
      refusedLoginMs: deps.refusedLoginMs ?? 1000,
    }),
    invitations: createInvitations({ ...shared, states, now: deps.clock.now }),
    security: createSecurity(shared),
    profiles,
    listed: createListedDetails({ ...shared, profiles }),
    contacts: createContacts({
      ...shared,
      looks,
      connectionTable: record.readModel.connections,
      revealTable: record.readModel.reveals,
    }),
    pictures: createPictures({ ...shared, pathSecret: claimKey }),
    connections,
    program: createProgram({
      ...shared,
      people: record.readModel.people,
      reportTable: record.readModel.reports,
      reports: record.reports,
      history: createHistory({
        events: deps.databases.events,
        log: record.log,
        keys: record.vault.keys,
        table: shared.table,
      }),
      roster,
      surges,
      countUnanswered: async () => (await roster.countInvited()).unanswered,
    }),
    inviting: createInviting({
      ...shared,
      synonyms: deps.search.synonyms,
      settings: record.readModel.settings,
      changeSettings: settingsOffice.execute,
      list: createInvitationList({
        ...shared,
        roster,
        states,
        now: deps.clock.now,
      }),
      renewing,
      background,
      now: deps.clock.now,
    }),
    settings: {
      ...parts.settings,
      logo: logos.read,
      ...settingsOffice,
    },
    mail: createMailSetup({
      ...shared,
      ...parts,
      people: record.readModel.people,
      mailQueue: record.mailQueue,
      recorded: record.settings,
      now: deps.clock.now,
      state: createMailState({ ...deps, ...parts, now: deps.clock.now }),
    }),
    insights: createInsights({
      lastPosition: record.log.lastPosition,
      makeReports: async () => await deps.makeReports?.(await record.requestCounts.pending()) ?? [],
      log: deps.log,
    }),
    directory,
    uncovered: createUncovered({
      ...shared,
      vault: deps.databases.vault,
      directory,
      now: deps.clock.now,
    }),
    home: createHome({
      ...shared,
      directory,
      connections,
      texts: record.texts,
      connectionTable: record.readModel.connections,
      synonyms: deps.search.synonyms,
      whoGetsIn: () => admissionOf(record.readModel.settings.current(), deps).by,
      setupFacts: () => record.readModel.settings.current().setup ?? {},
      countInvited: roster.countInvited,
      now: deps.clock.now,
    }),
    offers: createOffers({ table: shared.table, now: deps.clock.now }),
  };
}

async function warnOfMissingPictures(
  { objects, databases, log }: Pick<ProductDependencies, "objects" | "databases" | "log">,
): Promise<void> {
  if (!await areAllMissing(objects, databases.read)) return;
  const event =
    "members have pictures, but their store is empty: is its disk there, and is it the right one?";
  log({ level: "warning", event, run: "admin doctor" });
}
