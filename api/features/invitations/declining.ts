import { Refusal } from "../../../events/errors.ts";
import type { MemberRecord } from "../../../events/members/record.ts";
import type { Members } from "../../../events/members/handle.ts";
import { causeOf } from "../../auth/cause.ts";
import type { Origin } from "../../auth/origin.ts";
import type { LinkOwners } from "../../auth/owner-of-link.ts";
import type { Erase } from "../erasure/forgetting.ts";
import type { DeclinedInvitations } from "./declined.ts";
import { invalidInvitation } from "./answers.ts";
import type { StopLinks } from "./stop-links.ts";

interface DecliningParts {
  readonly links: Pick<LinkOwners, "of">;
  readonly stopLinks: Pick<StopLinks, "memberIdIn">;
  readonly members: Pick<Members, "execute">;
  readonly declined: Pick<DeclinedInvitations, "adding" | "remove">;
  readonly erase: Erase;
}

/** What an invited person doesn't want. */
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
    if (memberId === undefined) throw invalidInvitation();
    const command = { type: "MuteInvitation" } as const;
    try {
      await this.deps.members.execute(memberId, command, causeOf(memberId, origin));
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== "member/not-found") throw error;
    }
  }

  /** Erases what was prepared, and notes who declined. @returns The id for `forgetDeclined`. @throws {Problem} 400. */
  async decline(token: string, origin: Origin): Promise<string> {
    const { declined, erase } = this.deps;
    const { memberId } = await this.#ownerOf(token);
    let id = "";
    await erase(memberId, origin, { actorId: memberId }, async () => {
      // Only one of two answers uses it.
      const adding = await declined.adding(await this.#ownerOf(token));
      id = adding.id;
      return adding.statements;
    });
    return id;
  }

  async #ownerOf(token: string): Promise<MemberRecord> {
    const invited = await this.deps.links.of("invitation", token);
    if (invited === undefined) throw invalidInvitation();
    return invited;
  }

  async forgetDeclined(id: string): Promise<void> {
    await this.deps.declined.remove(id);
  }
}
