import type { Staff } from "../../auth/staff.ts";
import type { EffectiveSettings } from "../../config/effective-settings.ts";
import type { InvitationQuery } from "../../contract/invitations.ts";
import { Problem } from "../../contract/problem.ts";
import type { InvitePerson } from "../../contract/program.ts";
import type { Outgoing } from "../../mail/outgoing.ts";
import type { Declined, DeclinedInvitations } from "./declined.ts";
import type { InvitationList } from "./invitation-list.ts";
import { invitationLetters } from "../../mail/templates/invitation-letters.ts";
import type { Letter } from "../../mail/templates/letter.ts";
import type { Roster } from "../program/roster.ts";
import type { Inviters } from "./inviters.ts";
import type { Preparing } from "./preparing.ts";

export type InvitationsShown = Awaited<ReturnType<Inviting["list"]>>;

interface InvitingParts {
  readonly staff: Pick<Staff, "count" | "require">;
  readonly preparing: Pick<Preparing, "one">;
  readonly list: Pick<InvitationList, "page">;
  readonly declined: Pick<DeclinedInvitations, "among" | "left" | "remove">;
  readonly settings: Pick<EffectiveSettings, "current">;
  readonly inviters: Pick<Inviters, "preview" | "wordsOf">;
  readonly roster: Pick<Roster, "invited">;
  readonly outgoing: Pick<Outgoing, "letterhead" | "wake">;
}

export interface InvitationPreview {
  readonly letter: Omit<Letter, "firstName">;
  readonly words: string;
}

/** Single invitations by staff. 404 for other members. */
export class Inviting {
  constructor(private readonly deps: InvitingParts) {}

  async list(memberId: string, query: InvitationQuery) {
    await this.deps.staff.require(memberId);
    const { sendsReminders } = this.deps.settings.current();
    return { ...await this.deps.list.page(query), sendsReminders };
  }

  /**
   * The mail that this staff member would send.
   * @param words The typed words; their latest words if absent.
   */
  async preview(memberId: string, words?: string): Promise<InvitationPreview> {
    await this.deps.staff.require(memberId);
    const written = words ?? await this.#lastWords(memberId);
    const { inviters, outgoing: { letterhead } } = this.deps;
    const inviter = await inviters.preview(memberId, written);
    const content = { to: "", firstName: "", token: "", inviter };
    return { letter: invitationLetters.invitation.text(content, letterhead), words: written };
  }

  /** The words of their latest open invitation. */
  async #lastWords(memberId: string): Promise<string> {
    const open = (await this.deps.roster.invited())
      .find(({ invitation }) => invitation.invitedBy === memberId && !invitation.isAnswered);
    return await this.deps.inviters.wordsOf(memberId, open?.invitation.words ?? null);
  }

  /**
   * Prepares an account, and mails a link to accept or to decline.
   * @param options.words A sentence of theirs, for the mail.
   * @param options.isSure Whether staff know that this person has declined or left before.
   * @throws {Problem} 409 when this address has an account, declined before, or had an account.
   */
  async invite(
    memberId: string,
    person: InvitePerson,
    { words = "", isSure = false }: { readonly words?: string; readonly isSure?: boolean } = {},
  ): Promise<void> {
    const { staff, declined, preparing, outgoing } = this.deps;
    await staff.require(memberId);
    await staff.count(memberId);
    const earlier = (await declined.among([person.email])).get(person.email);
    if (earlier !== undefined && !isSure) throw declinedBefore(earlier);
    if (!isSure && (await declined.left([person.email])).size > 0) throw leftBefore();
    const outcome = await preparing.one({ actorId: memberId, words }, person);
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
