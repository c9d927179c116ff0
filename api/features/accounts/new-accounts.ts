import { Refusal } from "../../../events/errors.ts";
import type { MailAbout } from "../../../events/members/handle.ts";
import type { MemberRecord } from "../../../events/members/record.ts";
import type { Credentials } from "../../auth/credentials.ts";
import type { Origin } from "../../auth/origin.ts";
import { ignoreOutage } from "../../node/outages.ts";
import type { DeclinedInvitations } from "../invitations/declined.ts";
import type { AccountCommand, Changes } from "./changes.ts";

interface NewAccountsParts {
  readonly credentials: Pick<Credentials, "add">;
  readonly changes: Pick<Changes, "record">;
  readonly declined: Pick<DeclinedInvitations, "removeAddress">;
  readonly forgetMember: (memberId: string) => Promise<void>;
}

interface AddedAccount {
  readonly memberId: string;
  readonly passwordHash: string;
  readonly command: Extract<AccountCommand, { type: "Register" }>;
  readonly mail: MailAbout;
}

/** Records accounts with their passwords. */
export class NewAccounts {
  constructor(private readonly parts: NewAccountsParts) {}

  /** @throws {Refusal} When the username or the email is taken. Then nothing is left of it. */
  async add(
    { memberId, passwordHash, command, mail }: AddedAccount,
    origin: Origin,
  ): Promise<MemberRecord> {
    const { credentials, changes, declined, forgetMember } = this.parts;
    // Credentials before the event: after a crash in between, no account is without a password.
    await credentials.add(memberId, passwordHash, origin.requestId);
    try {
      const member = await changes.record(memberId, command, origin, mail);
      await declined.removeAddress(member.email).catch(ignoreOutage);
      return member;
    } catch (error) {
      if (error instanceof Refusal) await forgetMember(memberId);
      throw error;
    }
  }
}
