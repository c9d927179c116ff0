import type { Audience } from "../../events/contacts/audiences.ts";
import type { Members } from "../../events/members/handle.ts";
import type { MailQueue } from "../../events/members/mail-queue.ts";
import type { MemberTable } from "../../events/read/members.ts";
import type { ProgramPeople } from "../../events/read/program-people.ts";
import type { Credentials } from "../auth/credentials.ts";
import type { KnownBrowsers } from "../auth/known-browser.ts";
import type { Passwords } from "../auth/passwords.ts";
import type { RateLimits } from "../auth/rate-limits.ts";
import type { Sessions } from "../auth/sessions.ts";
import type { Tokens } from "../auth/tokens.ts";
import type { AdmissionRules } from "../config/admissions.ts";
import type { EraseAccount } from "../erasure/erase-account.ts";
import type { DeclinedInvitations } from "../invitations/declined.ts";
import type { MailLimits } from "../mail/outbox/mail-limits.ts";
import type { Background } from "../node/background.ts";
import type { ProgramBrand } from "../program/brand.ts";
import type { NewPasswordRules } from "./policies/new-password.ts";

/** Databases, limits and settings that accounts work with. */
export interface AccountParts {
  readonly members: Members;
  readonly table: Pick<MemberTable, "byId" | "byUsername" | "byEmail">;
  readonly people: Pick<ProgramPeople, "staff">;
  readonly vault: { forget(memberId: string): Promise<void> };
  readonly credentials: Credentials;
  readonly sessions: Sessions;
  readonly tokens: Tokens;
  readonly knownBrowsers: KnownBrowsers;
  readonly passwords: Passwords;
  readonly newPassword: NewPasswordRules;
  readonly limits: RateLimits & MailLimits;
  readonly declined: Pick<DeclinedInvitations, "removeAddress">;
  readonly mailQueue: Pick<MailQueue, "add" | "addForNobody">;
  /** Sends queued mail now. */
  readonly wakeSender: () => void;
  /** Resolves once every reader sees the events recorded before the call. */
  readonly catchUpAll: () => Promise<void>;
  readonly background: Background;
  readonly erase: EraseAccount;
  readonly receiptSecret: Uint8Array;
  readonly newId: () => string;
  /** A clock that never runs backwards. */
  readonly now: () => Date;
  /** Who may register, and who needs approval. */
  readonly admission: () => AdmissionRules;
  readonly brand: () => Pick<ProgramBrand, "supportEmail">;
  readonly cadreCode?: string | undefined;
  /** Who sees the contacts of new members by default. */
  readonly contactsFor?: Audience | undefined;
  /** How long a refused sign-in waits for its answer: it slows down programs that guess passwords. */
  readonly refusedLoginMs: number;
  /** Whether answers contain reset tokens; for development only. */
  readonly showsDevToken: boolean;
}
