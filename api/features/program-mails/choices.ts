import type { MemberCommands } from "../../../events/members/handle.ts";
import { causeOf } from "../../auth/cause.ts";
import type { Origin } from "../../auth/origin.ts";
import type { RateLimits } from "../../auth/limits/rate-limits.ts";

interface ProgramMailChoicesParts {
  readonly members: Pick<MemberCommands, "execute">;
  readonly limits: Pick<RateLimits, "change">;
}

/** A member's choice about scheduled mails. */
export class ProgramMailChoices {
  constructor(private readonly parts: ProgramMailChoicesParts) {}

  /** Turns scheduled mails on or off. */
  async change(
    memberId: string,
    wants: boolean,
    origin: Pick<Origin, "requestId">,
  ): Promise<void> {
    await this.parts.limits.change(memberId);
    const command = { type: "ChangeProgramMails", wants } as const;
    await this.parts.members.execute(memberId, command, causeOf(memberId, origin));
  }
}
