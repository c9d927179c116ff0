import type { Statement } from "../../../events/store/database.ts";
import type { MemberCommand } from "../../../events/members/commands.ts";
import type { Along, MemberCommands } from "../../../events/members/handle.ts";
import type { MemberRecord } from "../../../events/members/record.ts";
import type { MemberTable } from "../../../events/read/members.ts";
import { causeOf } from "../../auth/cause.ts";
import type { Credentials } from "../../auth/credentials.ts";
import type { Origin } from "../../auth/origin.ts";
import { refuseLink } from "../../auth/proofs/link.ts";
import type { Sessions } from "../../auth/sessions.ts";
import type { DeclinedInvitations } from "./declined.ts";
import type { InvitationStates } from "./states.ts";

interface InvitationAnswersParts {
  readonly members: Pick<MemberCommands, "carryOut">;
  readonly tables: { readonly members: Pick<MemberTable, "byId"> };
  readonly credentials: Pick<Credentials, "removing">;
  readonly sessions: Pick<Sessions, "endingAll">;
  readonly states: Pick<InvitationStates, "forgetting" | "noteOpened">;
  readonly declined: Pick<DeclinedInvitations, "removingAddress">;
}

interface Accepted {
  /** Uses up the proof that the invitation is theirs, or refuses. */
  readonly using: Along;
  readonly commands: readonly MemberCommand[];
  readonly session: Statement;
}

/** Stores invited people's answers to their invitation. */
export class InvitationAnswers {
  constructor(private readonly parts: InvitationAnswersParts) {}

  noteOpened(memberId: string): Promise<void> {
    return this.parts.states.noteOpened(memberId);
  }

  /**
   * @throws {Problem} 400 when another request has used the link.
   */
  async accept(
    { memberId, email }: Pick<MemberRecord, "memberId" | "email">,
    { using, commands, session }: Accepted,
    origin: Origin,
  ): Promise<MemberRecord> {
    const { members, tables, credentials, sessions, states, declined } = this.parts;
    const along = async () => [
      ...await using(),
      credentials.removing(memberId),
      await sessions.endingAll(memberId),
      session,
      states.forgetting(memberId),
      ...await declined.removingAddress(email),
    ];
    await members.carryOut({ memberId, commands, along }, causeOf(memberId, origin));
    const member = await tables.members.byId(memberId);
    return member ?? refuseLink("invitation");
  }
}
