import { Refusal } from "../../../events/errors.ts";
import type { MemberCommands } from "../../../events/members/handle.ts";
import { causeOf } from "../../auth/cause.ts";
import type { Origin } from "../../auth/origin.ts";
import { type LinkProofs, refuseLink } from "../../auth/proofs/link.ts";
import type { Erase } from "../erasure/forgetting.ts";
import type { DeclinedInvitations } from "./declined.ts";
import type { StopLinks } from "./stop-links.ts";

interface DecliningParts {
  readonly links: Pick<LinkProofs, "require">;
  readonly stopLinks: Pick<StopLinks, "memberIdIn">;
  readonly members: Pick<MemberCommands, "execute">;
  readonly declined: Pick<DeclinedInvitations, "adding" | "remove">;
  readonly erase: Erase;
}

/** Declines of invitations, and of mails about them. */
export class Declining {
  constructor(private readonly deps: DecliningParts) {}

  canStopMail(token: string): boolean {
    return this.deps.stopLinks.memberIdIn(token) !== undefined;
  }

  /**
   * No mail about the invitation is sent again. It stays open. Nothing changes once it is answered
   * or withdrawn. @throws {Problem} 400 for a forged link.
   */
  async stopMail(token: string, origin: Origin): Promise<void> {
    const memberId = this.deps.stopLinks.memberIdIn(token);
    if (memberId === undefined) refuseLink("invitation");
    const command = { type: "MuteInvitation" } as const;
    try {
      await this.deps.members.execute(memberId, command, causeOf(memberId, origin));
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== "member/not-found") throw error;
    }
  }

  /** Erases what was prepared, and notes who declined. @returns The id for `forgetDeclined`. @throws {Problem} 400. */
  async decline(token: string, origin: Origin): Promise<string> {
    const { declined, erase, links } = this.deps;
    const { member: { memberId } } = await links.require("invitation", token);
    let id = "";
    await erase(memberId, origin, { actorId: memberId }, async () => {
      // Only one of two answers uses it.
      const { member } = await links.require("invitation", token);
      const adding = await declined.adding(member);
      id = adding.id;
      return adding.statements;
    });
    return id;
  }

  async forgetDeclined(id: string): Promise<void> {
    await this.deps.declined.remove(id);
  }
}
