import { isPending } from "../../../events/invitations/invitation.ts";
import type { PublicUser } from "../../../events/members/privacy.ts";
import type { MemberRecord } from "../../../events/members/record.ts";
import type { MemberTable } from "../../../events/read/members.ts";
import { causeOf } from "../../auth/cause.ts";
import type { Origin } from "../../auth/origin.ts";
import type { Staff } from "../../auth/staff.ts";
import { Problem } from "../../contract/problem.ts";
import { tokenLink } from "../../mail/templates/letterhead.ts";
import type { Outgoing } from "../../mail/outgoing.ts";
import type { Erase } from "../erasure/forgetting.ts";
import type { RemindSilent } from "./remind-silent.ts";
import type { Renewing } from "./renewing.ts";

export interface NewLink extends Pick<PublicUser, "firstName" | "lastName"> {
  readonly link: string;
}

interface InvitedParts {
  readonly staff: Staff;
  readonly members: Pick<MemberTable, "byId">;
  readonly renewing: Pick<Renewing, "link" | "mail">;
  readonly remindSilent: RemindSilent;
  readonly erase: Erase;
  readonly outgoing: Pick<Outgoing, "letterhead" | "wake">;
}

/** Staff's actions for people with an open invitation. 404 for others. */
export class Invited {
  constructor(private readonly deps: InvitedParts) {}

  /**
   * Mails another link; returns `false` while the previous mail still waits to be sent.
   * @throws {Problem} 404 when they have answered, 429 for too many to one person.
   */
  async resend(memberId: string, personId: string, origin: Origin): Promise<boolean> {
    const { staff, renewing, outgoing } = this.deps;
    const person = await this.#invited(memberId, personId);
    await staff.count(memberId);
    const isMailed = await renewing.mail(person, causeOf(memberId, origin));
    if (isMailed) outgoing.wake();
    return isMailed;
  }

  /**
   * Reminds people without mail for a week. @returns `following` for those reminded in the
   * background.
   */
  async remindAll(
    memberId: string,
    origin: Origin,
  ): Promise<{ readonly queued: number; readonly following: number }> {
    const { staff, remindSilent } = this.deps;
    await staff.require(memberId);
    await staff.count(memberId);
    return await remindSilent(causeOf(memberId, origin));
  }

  /** Requires the password, since anyone who has the link can take the account. */
  async makeLink(memberId: string, personId: string, origin: Origin): Promise<NewLink> {
    const { staff, renewing, outgoing } = this.deps;
    const person = await this.#invited(memberId, personId);
    staff.requireConfirmed(origin);
    await staff.count(memberId);
    const token = await renewing.link(person, causeOf(memberId, origin));
    const { firstName, lastName } = person;
    return { firstName, lastName, link: tokenLink(outgoing.letterhead, "/invitation", token) };
  }

  /** Erases everything prepared. @throws {Problem} 404 when they have answered, even just now. */
  async withdraw(memberId: string, personId: string, origin: Origin): Promise<void> {
    await this.#invited(memberId, personId);
    await this.deps.erase(personId, origin, { actorId: memberId, ifUnanswered: true });
  }

  /** A person whose invitation had no answer a moment ago. */
  async #invited(memberId: string, personId: string): Promise<MemberRecord> {
    await this.deps.staff.require(memberId);
    const person = await this.deps.members.byId(personId);
    if (person === undefined || !isPending(person)) {
      throw new Problem(404, "They have answered the invitation, or it was withdrawn");
    }
    return person;
  }
}
