import type { MailAbout, Members } from "../../../events/members/handle.ts";
import type { MemberRecord } from "../../../events/members/record.ts";
import type { MemberTable } from "../../../events/read/members.ts";
import { causeOf } from "../../auth/cause.ts";
import type { Origin } from "../../auth/origin.ts";
import { Problem } from "../../contract/problem.ts";
import type { Outgoing } from "../../mail/outgoing.ts";

interface ChangesParts {
  readonly members: Pick<Members, "execute">;
  readonly tables: { readonly members: Pick<MemberTable, "byId"> };
  readonly outgoing: Pick<Outgoing, "wake">;
}

export type AccountCommand = Parameters<Members["execute"]>[1];

/** Changes of accounts, with their mails. */
export class Changes {
  constructor(private readonly parts: ChangesParts) {}

  /** Runs a member's command with its mail, and returns the member as everyone now sees them. */
  async record(
    memberId: string,
    command: AccountCommand,
    origin: Origin,
    mail?: MailAbout,
  ): Promise<MemberRecord> {
    const { members, tables, outgoing } = this.parts;
    await members.execute(memberId, command, causeOf(memberId, origin), mail);
    if (mail) outgoing.wake();
    const member = await tables.members.byId(memberId);
    if (member === undefined) throw new Problem(401, "Not authenticated");
    return member;
  }
}
