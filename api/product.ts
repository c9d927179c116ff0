/**
 * What the product does for a person, called by JSON routes and by the pages in `web`. Rules throw
 * refusals; `http/problems.ts` has their answers.
 */
import type { MemberRecord } from "../events/members/record.ts";
import type { MailSetup } from "./features/program/mail/mail-setup.ts";
import type { ReplySetup } from "./features/program/mail/reply-setup.ts";
import type { Inviting } from "./features/program/inviting.ts";
import type { Logos } from "./features/program/logo.ts";
import type { EffectiveSettings } from "./features/program/effective-settings.ts";
import type { SettingChanges } from "./features/program/settings.ts";
import type { Home } from "./features/home/home.ts";
import type { Directory } from "./features/directory/directory.ts";
import type { Accounts } from "./features/accounts/accounts.ts";
import type { Security } from "./features/accounts/security.ts";
import type { Connections } from "./features/connections/connections.ts";
import type { Contacts } from "./features/contacts/contacts.ts";
import type { Profiles } from "./features/directory/profiles.ts";
import type { Uncovered } from "./features/directory/uncovered.ts";
import type { Insights } from "./features/insights/insights.ts";
import type { Invitations } from "./features/invitations/invitations.ts";
import type { ListedDetails } from "./features/invitations/listed-details.ts";
import type { Pictures } from "./features/pictures/pictures.ts";
import type { Program } from "./features/program/program.ts";
import type { Relay } from "./features/relay/relay.ts";
import type { Offers } from "./features/directory/offers.ts";

/** Without private members, so that tests of pages can pass plain objects. */
type PublicPart<T> = Pick<T, keyof T>;

export interface Product {
  readonly accounts: PublicPart<Accounts>;
  readonly profiles: PublicPart<Profiles>;
  readonly listed: PublicPart<ListedDetails>;
  readonly pictures: Pictures;
  readonly directory: Directory;
  readonly uncovered: Uncovered;
  readonly invitations: PublicPart<Invitations>;
  readonly security: PublicPart<Security>;
  readonly connections: Connections;
  readonly relay: PublicPart<Relay>;
  readonly contacts: Contacts;
  readonly program: PublicPart<Program>;
  readonly inviting: PublicPart<Inviting>;
  readonly mail: PublicPart<MailSetup>;
  readonly replies: PublicPart<ReplySetup>;
  readonly settings:
    & Pick<EffectiveSettings, "topics" | "announcement" | "brand">
    & SettingChanges
    & { readonly logo: Logos["read"] };
  readonly insights: Insights;
  readonly home: Home;
  /** Values that the profile form offers, most frequent first. */
  readonly offers: (viewer: Pick<MemberRecord, "admission">) => Promise<Offers>;
}
