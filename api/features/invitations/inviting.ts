import type { Staff } from "../../auth/staff.ts";
import type { EffectiveSettings } from "../../config/effective-settings.ts";
import type { InvitationQuery } from "../../contract/invitations.ts";
import { Problem } from "../../contract/problem.ts";
import type { InvitePerson } from "../../contract/program.ts";
import type { Outgoing } from "../../mail/outgoing.ts";
import type { Declined, DeclinedInvitations } from "./declined.ts";
import type { InvitationList } from "./invitation-list.ts";
import type { Preparing } from "./preparing.ts";

export type InvitationsShown = Awaited<ReturnType<Inviting["list"]>>;

interface InvitingParts {
  readonly staff: Pick<Staff, "count" | "require">;
  readonly preparing: Pick<Preparing, "one">;
  readonly list: Pick<InvitationList, "page">;
  readonly declined: Pick<DeclinedInvitations, "among" | "left" | "remove">;
  readonly settings: Pick<EffectiveSettings, "current">;
  readonly outgoing: Pick<Outgoing, "wake">;
}

/** Invitations by staff, one by one. 404 for others. */
export class Inviting {
  constructor(private readonly deps: InvitingParts) {}

  async list(memberId: string, query: InvitationQuery) {
    await this.deps.staff.require(memberId);
    const { sendsReminders } = this.deps.settings.current();
    return { ...await this.deps.list.page(query), sendsReminders };
  }

  /**
   * Prepares an account and mails a link to accept or to decline.
   * @param isSure Whether staff know that this person has declined or left before.
   * @throws {Problem} 409 when this address has an account, declined before, or had an account.
   */
  async invite(
    memberId: string,
    person: InvitePerson,
    isSure = false,
  ): Promise<void> {
    const { staff, declined, preparing, outgoing } = this.deps;
    await staff.require(memberId);
    await staff.count(memberId);
    const earlier = (await declined.among([person.email])).get(person.email);
    if (earlier !== undefined && !isSure) throw declinedBefore(earlier);
    if (!isSure && (await declined.left([person.email])).size > 0) throw leftBefore();
    const outcome = await preparing.one(memberId, person);
    if (outcome !== "invited") {
      throw outcome === "invited before" ? invitedBefore() : hasAccount();
    }
    if (earlier !== undefined) await declined.remove(earlier.id);
    outgoing.wake();
  }

  /** @throws {Problem} 404 when they no longer exist. */
  async removeDeclined(memberId: string, id: string): Promise<void> {
    await this.deps.staff.require(memberId);
    await this.deps.staff.count(memberId);
    if (!await this.deps.declined.remove(id)) {
      throw new Problem(404, "They aren't in this list anymore");
    }
  }
}

function hasAccount(): Problem {
  const message = "Someone with this address has an account already";
  return new Problem(409, message, { fields: { email: message } });
}

function invitedBefore(): Problem {
  const message = "This person was invited already. To send the invitation again, find them in " +
    "the list above";
  return new Problem(409, message, { fields: { email: message } });
}

function leftBefore(): Problem {
  const message =
    "Someone with this address deleted their account. Invite them again only if they asked you to.";
  return new Problem(409, message, { fields: { isSure: message } });
}

function declinedBefore({ firstName, lastName, on }: Declined): Problem {
  const day = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" })
    .format(new Date(on));
  const message = `${firstName} ${lastName} declined an invitation on ${day}. Invite them again ` +
    "only if they asked you to.";
  return new Problem(409, message, { fields: { isSure: message } });
}
