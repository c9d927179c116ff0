import type { Statement } from "../../../events/store/database.ts";
import type { Along } from "../../../events/members/handle.ts";
import type { MemberRecord } from "../../../events/members/record.ts";
import type { Credentials } from "../../auth/credentials.ts";
import type { Origin } from "../../auth/origin.ts";
import type { DeclinedInvitations } from "../invitations/declined.ts";
import type { AccountCommand, Changes } from "./changes.ts";
import type { VerificationLink } from "./verify-email.ts";

interface NewAccountsParts {
  readonly credentials: Pick<Credentials, "setting">;
  readonly changes: Pick<Changes, "save">;
  readonly declined: Pick<DeclinedInvitations, "removingAddress">;
}

interface AddedAccount {
  readonly memberId: string;
  readonly passwordHash: string;
  readonly command: Extract<AccountCommand, { type: "Register" }>;
  readonly link: Pick<VerificationLink, "issuing" | "mail">;
  readonly session: Statement;
  /** Further changes stored with the account. */
  readonly along?: Along | undefined;
}

/** Adds accounts with their passwords. */
export class NewAccounts {
  constructor(private readonly parts: NewAccountsParts) {}

  /** @throws {Refusal} When the username or the email is taken. Nothing is stored then. */
  async add(
    { memberId, passwordHash, command, link, session, along }: AddedAccount,
    origin: Origin,
  ): Promise<MemberRecord> {
    const { credentials, changes, declined } = this.parts;
    return await changes.save(memberId, command, origin, link.mail, async () => [
      ...await along?.() ?? [],
      ...credentials.setting(memberId, passwordHash),
      link.issuing,
      ...await declined.removingAddress(command.email),
      session,
    ]);
  }
}
