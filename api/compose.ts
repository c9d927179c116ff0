/** Composition root. `main.ts` passes the real drivers, tests pass temporary ones. */
import { limitsInForce, programLimits } from "../events/program/limits.ts";
import { Accounts } from "./features/accounts/accounts.ts";
import { Security } from "./features/accounts/security.ts";
import type { ProductDependencies } from "./composition/dependencies.ts";
import { openFollowing } from "./composition/following.ts";
import { createForgetting } from "./features/erasure/forgetting.ts";
import { createMailing, type Mailing } from "./composition/mailing.ts";
import { type OpenRecord, openRecord } from "./composition/record.ts";
import { openWaysIn } from "./composition/ways-in.ts";
import { type Shared, shareParts } from "./composition/shared.ts";
import { Connections } from "./features/connections/connections.ts";
import { createLiveConversations, type LiveConversations } from "./features/connections/live.ts";
import { Others } from "./features/connections/others.ts";
import { createDueWork } from "./features/connections/due-work.ts";
import { Contacts } from "./features/contacts/contacts.ts";
import { ContactViews } from "./features/contacts/contact-views.ts";
import { Directory } from "./features/directory/directory.ts";
import { Profiles } from "./features/directory/profiles.ts";
import { createUncovered } from "./features/directory/uncovered.ts";
import { createHome } from "./features/home/home.ts";
import { createInsights } from "./features/insights/insights.ts";
import { Invitations } from "./features/invitations/invitations.ts";
import { ListedDetails } from "./features/invitations/listed-details.ts";
import { createMailState } from "./mail/setup/mail-state.ts";
import { createFigures } from "./metrics/metrics.ts";
import { createReadiness } from "./node/readiness.ts";
import { areAllMissing } from "./objects/all-missing.ts";
import { createSweep } from "./objects/sweep.ts";
import { findOffers } from "./features/directory/offers.ts";
import { createPictures } from "./features/pictures/pictures.ts";
import type { Product } from "./product.ts";
import { createInvitationList } from "./features/program/invitation-list.ts";
import { Inviting } from "./features/program/inviting.ts";
import { createLogos } from "./features/program/logo.ts";
import { MailSetup } from "./features/program/mail/mail-setup.ts";
import { Program } from "./features/program/program.ts";
import { remindInvited } from "./features/program/remind-invited.ts";
import { ReplySetup } from "./features/program/mail/reply-setup.ts";
import { createSettingChanges } from "./features/program/settings.ts";
import { Relay } from "./features/relay/relay.ts";

export type Composed = Awaited<ReturnType<typeof composeProduct>>;

/**
 * Makes the tables. The index is filled once it resolves.
 * @throws {EnvironmentError} When the pictures are another installation's.
 */
export async function composeProduct(deps: ProductDependencies) {
  const record = await openRecord(deps, () => following.updateIndex());
  const following = openFollowing(deps, record);
  const forgetting = await createForgetting(deps, record, following);
  await forgetting.start();
  const shared = shareParts(deps, record, forgetting);
  const mailing = createMailing(shared);
  shared.background.start("looking for pictures", () => warnOfMissingPictures(deps));
  const { remoteSearch } = following;
  const live = createLiveConversations({
    ...shared,
    limits: deps.liveLimits,
  });
  following.onChange(live.update);
  const all = { ...shared, ...mailing, live };
  const search = remoteSearch ?? deps.search;
  const directory = new Directory({ ...shared, search, answers: following.answers });
  const relay = new Relay({ ...all, recorded: record.connections });
  const product = createProduct(deps, all, record, directory, relay);
  const doConnectionsDueWork = createDueWork({
    ...all,
    ...forgetting,
    recorded: record.connections,
  });
  const sendsReminders = () => record.readModel.settings.current().sendsReminders;
  const timedWork = [
    doConnectionsDueWork,
    () => remindInvited({ ...all, sendsReminders }),
    mailing.staffNotices.send,
    () => record.requestCounts.countDays(),
  ];
  const sweep = createSweep({
    ...shared,
    isOurs: record.ownsObjects,
  });
  return {
    ...record,
    ...following,
    ...forgetting,
    product,
    settings: shared.settings,
    recordedSettings: record.settings,
    background: shared.background,
    outboxSender: mailing.outboxSender,
    ...openWaysIn(all, relay),
    /** Live pages of conversations; closed before the service waits for its last answers. */
    live,
    readiness: createReadiness({
      ...deps,
      remoteSearch,
      mail: { check: async () => await (await mailing.currentMail()).check() },
    }),
    figures: createFigures({ ...shared, ...following }),
    /** Deletes sessions, tokens, counts and notices that have expired. */
    async purge(): Promise<void> {
      await shared.purge();
      await record.notices.purge();
      await shared.arrivals.purge();
    },
    async doDueWork(): Promise<void> {
      const failures: unknown[] = [];
      // A failure doesn't stop the others.
      for (const work of timedWork) await work().catch((error) => failures.push(error));
      if (failures.length > 0) throw failures[0];
    },
    sweep,
  };
}

type All = Shared & Mailing & { readonly live: LiveConversations };

function createProduct(
  deps: ProductDependencies,
  all: All,
  record: OpenRecord,
  directory: Directory,
  relay: Relay,
): Product {
  const { readModel } = record;
  const { roster } = all;
  const staffSettings = () => readModel.settings.current();
  const { contactsADay = programLimits.contactsADay.usual } = deps;
  const views = new ContactViews({
    ...all,
    limits: deps.limits,
    inForce: limitsInForce({ contactsADay }, staffSettings),
  });
  const logos = createLogos(all);
  const settingChanges = createSettingChanges({
    ...all,
    logos,
    recorded: record.settings,
  });
  const profiles = new Profiles({ ...all, views });
  const ofConnections = { ...all, recorded: record.connections };
  const others = new Others({ ...ofConnections, directory });
  const connections = new Connections({ ...ofConnections, others });
  const mailParts = { ...all, recorded: record.settings, mailState: createMailState(all) };
  return {
    accounts: new Accounts(all),
    invitations: new Invitations(all),
    security: new Security(all),
    profiles,
    listed: new ListedDetails({ ...all, profiles }),
    contacts: new Contacts({ ...all, views }),
    pictures: createPictures(all),
    connections,
    relay,
    program: new Program(all),
    inviting: new Inviting({ ...all, list: createInvitationList(all) }),
    settings: { ...all.settings, logo: logos.read, ...settingChanges },
    mail: new MailSetup(mailParts),
    replies: new ReplySetup(mailParts),
    insights: createInsights({
      lastPosition: record.log.lastPosition,
      makeReports: async () => await all.makeReports?.(await record.requestCounts.pending()) ?? [],
      log: all.log,
    }),
    directory,
    uncovered: createUncovered({ ...all, directory }),
    home: createHome({
      ...all,
      directory,
      connections,
      staffSettings,
      countInvited: roster.countInvited,
    }),
    offers: (viewer) => findOffers(directory, viewer),
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
