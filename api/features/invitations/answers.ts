import type { MemberCommand } from "../../../events/members/commands.ts";
import type { Members } from "../../../events/members/handle.ts";
import type { MemberRecord } from "../../../events/members/record.ts";
import type { MemberTable } from "../../../events/read/members.ts";
import { causeOf } from "../../auth/cause.ts";
import type { Credentials } from "../../auth/credentials.ts";
import type { Origin } from "../../auth/origin.ts";
import type { RateLimits } from "../../auth/rate-limits.ts";
import type { DeclinedInvitations } from "./declined.ts";
import type { InvitationStates } from "./states.ts";

interface InvitationAnswersParts {
  readonly members: Pick<Members, "executeAll">;
  readonly tables: { readonly members: Pick<MemberTable, "byId"> };
  readonly credentials: Pick<Credentials, "setPassword">;
  readonly limits: Pick<RateLimits, "claim">;
  readonly states: Pick<InvitationStates, "forget" | "noteOpened">;
  readonly declined: Pick<DeclinedInvitations, "removeAddress">;
}

interface Accepted {
  readonly token: string;
  readonly passwordHash: string;
  readonly commands: readonly MemberCommand[];
}

/** Records what invited people do with their invitation. */
export class InvitationAnswers {
  constructor(private readonly parts: InvitationAnswersParts) {}

  noteOpened(memberId: string): Promise<void> {
    return this.parts.states.noteOpened(memberId);
  }

  /**
   * @returns The member; `undefined` when the link has been used meanwhile.
   * @throws {Refusal} When the username is taken; the invitation still works.
   */
  async accept(
    { memberId, email }: Pick<MemberRecord, "memberId" | "email">,
    { token, passwordHash, commands }: Accepted,
    origin: Origin,
  ): Promise<MemberRecord | undefined> {
    const { members, tables, credentials, limits, states, declined } = this.parts;
    // Before the link is used up, since this may be refused: the username may be taken.
    await limits.claim(
      { memberId },
      () => members.executeAll([{ memberId, commands }], causeOf(memberId, origin)),
    );
    // If interrupted before this, the link still works, and another answer finishes it.
    const { requestId } = origin;
    const proof = { kind: "invitation", token } as const;
    if (!await credentials.setPassword({ memberId, passwordHash, requestId, proof })) {
      return undefined;
    }
    await states.forget(memberId);
    await declined.removeAddress(email);
    return await tables.members.byId(memberId);
  }
}
