/**
 * The product's features for a person, called by JSON routes and by the pages in `web`. Rules throw refusals, which
 * `http/problems.ts` turns into answers.
 */
import type { MemberRecord } from "../events/members/record.ts";
import type { MailSetup } from "./features/program/mail/mail-setup.ts";
import type { ReplySetup } from "./features/program/mail/reply-setup.ts";
import type { Imports } from "./features/invitations/imports.ts";
import type { Invited } from "./features/invitations/invited.ts";
import type { Inviting } from "./features/invitations/inviting.ts";
import type { Logos } from "./features/program/logo.ts";
import type { EffectiveSettings } from "./config/effective-settings.ts";
import type { SettingChanges } from "./features/program/settings.ts";
import type { createActivity } from "./features/home/activity.ts";
import type { createHelped } from "./features/home/helped.ts";
import type { createSetup } from "./features/home/setup.ts";
import type { createSuggestions } from "./features/home/suggestions.ts";
import type { Directory } from "./features/directory/directory.ts";
import type { Accounts } from "./features/accounts/accounts.ts";
import type { Addresses } from "./features/accounts/addresses.ts";
import type { Authentication } from "./features/accounts/authentication.ts";
import type { CodeByMail } from "./features/accounts/code-by-mail.ts";
import type { CodeSignIn } from "./features/accounts/code-sign-in.ts";
import type { Confirmation } from "./features/accounts/confirmation.ts";
import type { createDeleteAccount } from "./features/accounts/delete-account.ts";
import type { FirstStaff } from "./features/accounts/first-staff.ts";
import type { Login } from "./features/accounts/login.ts";
import type { Passkeys } from "./features/accounts/passkeys.ts";
import type { PasswordReset } from "./features/accounts/password-reset.ts";
import type { Registration } from "./features/accounts/registration.ts";
import type { UndoAddress } from "./features/accounts/undo-address.ts";
import type { EmailVerification } from "./features/accounts/verify-email.ts";
import type { WayIn } from "./features/accounts/way-in.ts";
import type { Declining } from "./features/invitations/declining.ts";
import type { Security } from "./features/accounts/security.ts";
import type { AlsoAsked } from "./features/connections/also-asked.ts";
import type { Classes } from "./features/commissioning/classes.ts";
import type { Commissioning } from "./features/commissioning/commissioning.ts";
import type { ConnectionService } from "./features/connections/connections.ts";
import type { Conversations } from "./features/connections/conversations.ts";
import type { QuestionService } from "./features/connections/questions/questions.ts";
import type { MailedLinks } from "./features/connections/mailed-links.ts";
import type { ProgramMailChoices } from "./features/program-mails/choices.ts";
import type { Contacts } from "./features/contacts/contacts.ts";
import type { Profiles } from "./features/directory/profiles.ts";
import type { Uncovered } from "./features/directory/uncovered.ts";
import type { Insights } from "./features/insights/insights.ts";
import type { Invitations } from "./features/invitations/invitations.ts";
import type { TypedAnswers } from "./features/invitations/typed-answers.ts";
import type { ListedDetails } from "./features/invitations/listed-details.ts";
import type { Pictures } from "./features/pictures/pictures.ts";
import type { createPrivacyFacts } from "./features/privacy/privacy-facts.ts";
import type { Backups } from "./features/program/backups.ts";
import type { PrintedSecret } from "./features/program/printed-secret.ts";
import type { createCounts } from "./features/program/counts.ts";
import type { Decisions } from "./features/program/decisions.ts";
import type { ReportedMessages } from "./features/program/reported-messages.ts";
import type { Restore } from "./features/program/restore.ts";
import type { Uploads } from "./features/pictures/uploads.ts";
import type { Program } from "./features/program/program.ts";
import type { Downloads } from "./features/personal-data/downloads.ts";
import type { Relay } from "./features/relay/relay.ts";
import type { Offers } from "./features/directory/offers.ts";

/** Without private members, so that tests of pages can pass plain objects. */
type PublicPart<T> = Pick<T, keyof T>;

export interface Product {
  readonly accounts: PublicPart<Accounts>;
  readonly addresses: PublicPart<Addresses>;
  readonly undoAddress: PublicPart<UndoAddress>;
  readonly authentication: PublicPart<Authentication>;
  readonly login: PublicPart<Login>;
  readonly registration: PublicPart<Registration>;
  readonly firstStaff: PublicPart<FirstStaff>;
  readonly verification: Pick<EmailVerification, "localLink" | "resend">;
  readonly confirmation: Pick<Confirmation, "verify">;
  readonly wayIn: Pick<WayIn, "request">;
  readonly passkeys: PublicPart<Passkeys>;
  readonly passwordReset: PublicPart<PasswordReset>;
  readonly deleteAccount: ReturnType<typeof createDeleteAccount>;
  /** Export of a member's own data. */
  readonly downloads: PublicPart<Downloads>;
  readonly profiles: PublicPart<Profiles>;
  readonly listed: PublicPart<ListedDetails>;
  readonly pictures: Pictures;
  readonly uploads: Uploads;
  readonly directory: Directory;
  readonly uncovered: Uncovered;
  readonly invitations: PublicPart<Invitations>;
  readonly typedAnswers: TypedAnswers;
  readonly declining: PublicPart<Declining>;
  readonly codeByMail: CodeByMail;
  readonly codeSignIn: CodeSignIn;
  readonly security: PublicPart<Security>;
  readonly connections: PublicPart<ConnectionService>;
  readonly conversations: PublicPart<Conversations>;
  readonly alsoAsked: PublicPart<AlsoAsked>;
  readonly questions: PublicPart<QuestionService>;
  readonly mailedLinks: PublicPart<MailedLinks>;
  readonly programMails: PublicPart<ProgramMailChoices>;
  readonly relay: PublicPart<Relay>;
  readonly contacts: Contacts;
  /** A member's own commission. */
  readonly commissioning: PublicPart<Commissioning>;
  /** Classes that commission, for staff. */
  readonly classes: PublicPart<Classes>;
  readonly program: PublicPart<Program>;
  /** Counts of work waiting for staff. */
  readonly counts: ReturnType<typeof createCounts>;
  readonly decisions: PublicPart<Decisions>;
  readonly reports: PublicPart<ReportedMessages>;
  readonly inviting: PublicPart<Inviting>;
  readonly invited: PublicPart<Invited>;
  readonly imports: PublicPart<Imports>;
  readonly mail: PublicPart<MailSetup>;
  readonly replies: PublicPart<ReplySetup>;
  readonly settings:
    & Pick<EffectiveSettings, "topics" | "announcement" | "brand">
    & SettingChanges
    & { readonly logo: Logos["read"] };
  readonly privacy: ReturnType<typeof createPrivacyFacts>;
  readonly printedSecret: PublicPart<PrintedSecret>;
  readonly backups: PublicPart<Backups>;
  readonly insights: Insights;
  readonly restore: Omit<PublicPart<Restore>, "ready">;
  readonly home: ReturnType<typeof createActivity> & {
    readonly helped: ReturnType<typeof createHelped>;
    readonly setup: ReturnType<typeof createSetup>;
    readonly suggestions: ReturnType<typeof createSuggestions>;
  };
  /** Values suggested in the profile form, most frequent first. */
  readonly offers: (viewer: Pick<MemberRecord, "admission">) => Promise<Offers>;
}
