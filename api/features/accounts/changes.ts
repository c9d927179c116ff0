import type { Along, MailAbout, MemberCommands, Work } from "../../../events/members/handle.ts";
import type { MemberRecord } from "../../../events/members/record.ts";
import type { MemberTable } from "../../../events/read/members.ts";
import { causeOf } from "../../auth/cause.ts";
import type { Origin } from "../../auth/origin.ts";
import { Problem } from "../../contract/problem.ts";
import type { Outgoing } from "../../mail/outgoing.ts";

interface ChangesParts {
  readonly members: Pick<MemberCommands, "carryOut">;
  readonly tables: { readonly members: Pick<MemberTable, "byId"> };
  readonly outgoing: Pick<Outgoing, "wake">;
}

export type AccountCommand = Parameters<MemberCommands["execute"]>[1];

/** Changes accounts, and sends the mails about it. */
export class Changes {
  constructor(private readonly parts: ChangesParts) {}

  /** Runs a member's command with its mail, and returns the member as everyone now sees them. */
  async save(
    memberId: string,
    command: AccountCommand,
    origin: Origin,
    mail?: MailAbout,
    along?: Along,
  ): Promise<MemberRecord> {
    return await this.carryOut({ memberId, commands: [command], mail, along }, origin);
  }

  /** Runs several commands, and stores further changes in the same transaction. */
  async carryOut(work: Work, origin: Origin): Promise<MemberRecord> {
    const { members, tables, outgoing } = this.parts;
    const { memberId, mail } = work;
    await members.carryOut(work, causeOf(memberId, origin));
    if (mail) outgoing.wake();
    const member = await tables.members.byId(memberId);
    if (member === undefined) throw new Problem(401, "Not authenticated");
    return member;
  }
}
