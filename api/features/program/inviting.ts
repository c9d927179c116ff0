import { isPending } from "../../../events/invitations/invitation.ts";
import type { PublicUser } from "../../../events/members/privacy.ts";
import type { MemberRecord } from "../../../events/members/record.ts";
import { causeOf } from "../../auth/cause.ts";
import { requireConfirmed } from "../../auth/confirmed.ts";
import type { Origin } from "../../auth/origin.ts";
import { newToken } from "../../auth/secret-token.ts";
import type { Mailing } from "../../composition/mailing.ts";
import type { Shared } from "../../composition/shared.ts";
import type { InvitationQuery } from "../../contract/invitations.ts";
import type { InvitePerson } from "../../contract/program.ts";
import type { Declined } from "../invitations/declined.ts";
import { type ImportDependencies, inviteOne, prepare } from "../invitations/import-alumni.ts";
import { nextMailAt, readUnsent } from "../invitations/states.ts";
import { planImport } from "../invitations/plan-import.ts";
import { tokenLink } from "../../mail/letters/letterhead.ts";
import { Problem } from "../../contract/problem.ts";
import { Imports } from "./imports.ts";
import type { InvitationList } from "./invitation-list.ts";
import { requireStaff } from "./require-staff.ts";

export type InvitationsShown = Awaited<ReturnType<Inviting["list"]>>;

export interface NewLink extends Pick<PublicUser, "firstName" | "lastName"> {
  readonly link: string;
}

type InvitingParts = Shared & Pick<Mailing, "wakeSender"> & { readonly list: InvitationList };

const hourMs = 60 * 60 * 1000;
/** People reminded before the page answers. */
const remindedAtOnce = 300;

/** Invitations by staff, one by one and from files. 404 for others. */
export class Inviting {
  readonly imports: Pick<Imports, keyof Imports>;

  constructor(private readonly deps: InvitingParts) {
    this.imports = new Imports({
      ...deps,
      topics: deps.settingsTable.topics,
      requireStaff: (memberId) => requireStaff(deps, memberId),
      plan: (rows, columns) => planImport(rows, columns, this.#planning()),
      prepare: async (actorId, plan, progress) => {
        await prepare(plan, { ...await this.#importing(actorId), batchSize: 10 }, progress);
        await this.#announce();
      },
    });
  }

  async list(memberId: string, query: InvitationQuery) {
    await requireStaff(this.deps, memberId);
    const { sendsReminders } = this.deps.settingsTable.current();
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
    const { limits, declined } = this.deps;
    await requireStaff(this.deps, memberId);
    await limits.change(memberId);
    const earlier = (await declined.among([person.email])).get(person.email);
    if (earlier !== undefined && !isSure) throw declinedBefore(earlier);
    if (!isSure && (await declined.left([person.email])).size > 0) throw leftBefore();
    if (!await inviteOne(person, await this.#importing(memberId))) {
      throw await this.#isInvited(person.email) ? invitedBefore() : hasAccount();
    }
    if (earlier !== undefined) await declined.remove(earlier.id);
    await this.#announce();
  }

  /**
   * Mails another link; `false` while the mail before still waits to be sent.
   * @throws {Problem} 404 when they have answered, 429 for too many to one person.
   */
  async resend(memberId: string, personId: string, origin: Origin): Promise<boolean> {
    const { limits, renewing, database } = this.deps;
    const person = await this.#invited(memberId, personId);
    await limits.change(memberId);
    if ((await readUnsent(database, [personId])).size > 0) return false;
    const undo = await limits.verificationMail({ memberId: personId, email: person.email });
    try {
      await renewing.mail(person, causeOf(memberId, origin));
    } catch (error) {
      await undo();
      throw error;
    }
    await this.#announce();
    return true;
  }

  /** Reminds people without mail for a week; `following` in the background. */
  async remindAll(
    memberId: string,
    origin: Origin,
  ): Promise<{ readonly queued: number; readonly following: number }> {
    const { limits, list, table, renewing, background, database, now } = this.deps;
    await requireStaff(this.deps, memberId);
    await limits.change(memberId);
    const silent = (await list.silent()).map((each) => each.memberId);
    const unsent = await readUnsent(database, silent);
    const people = [...(await table.byIds(silent.filter((id) => !unsent.has(id)))).values()];
    // If two staff press the button at once, one of them mails each person.
    const since = new Date(now().getTime() - hourMs);
    const remind = async (some: readonly MemberRecord[]) => {
      const queued = await renewing.mailAll(some, since, causeOf(memberId, origin));
      await this.#announce();
      return queued;
    };
    const queued = await remind(people.slice(0, remindedAtOnce));
    const rest = people.slice(remindedAtOnce);
    // If the process stops before these are queued, pressing again reminds them.
    if (rest.length > 0) background.start("reminders", async () => void await remind(rest));
    return { queued, following: rest.length };
  }

  /** Anyone who has the link can take the account, so the password is required. */
  async makeLink(memberId: string, personId: string, origin: Origin): Promise<NewLink> {
    const { limits, members, tokens, now } = this.deps;
    const { firstName, lastName, email } = await this.#invited(memberId, personId);
    requireConfirmed(origin.session?.confirmedAtMs, now());
    await limits.change(memberId);
    const cause = causeOf(memberId, origin);
    // First the event: no link without an entry in the history.
    await members.execute(personId, { type: "RenewInvitation", way: "link" }, cause);
    const token = newToken();
    await tokens.issue("invitation", token, personId, email);
    return { firstName, lastName, link: tokenLink(this.deps, "/invitation", token) };
  }

  /** Erases everything prepared. @throws {Problem} 404 when they have answered, even just now. */
  async withdraw(memberId: string, personId: string, origin: Origin): Promise<void> {
    await this.#invited(memberId, personId);
    await this.deps.erase(personId, origin, { actorId: memberId, ifUnanswered: true });
  }

  /** @throws {Problem} 404 when they no longer exist. */
  async removeDeclined(memberId: string, id: string): Promise<void> {
    await requireStaff(this.deps, memberId);
    await this.deps.limits.change(memberId);
    if (!await this.deps.declined.remove(id)) {
      throw new Problem(404, "They aren't in this list anymore");
    }
  }

  #planning() {
    const { table, declined, newId } = this.deps;
    return { readModel: { members: table }, declined, newId };
  }

  async #importing(actorId: string): Promise<ImportDependencies> {
    const firstMailAt = await nextMailAt(this.deps.database, this.deps.now());
    return { ...this.deps, ...this.#planning(), firstMailAt, actorId };
  }

  async #announce(): Promise<void> {
    this.deps.wakeSender();
  }

  /** A person whose invitation had no answer a moment ago. */
  async #isInvited(email: string): Promise<boolean> {
    const person = await this.deps.table.byEmail(email);
    return person !== undefined && isPending(person);
  }

  async #invited(memberId: string, personId: string): Promise<MemberRecord> {
    await requireStaff(this.deps, memberId);
    const person = await this.deps.table.byId(personId);
    if (person === undefined || !isPending(person)) {
      throw new Problem(404, "They have answered the invitation, or it was withdrawn");
    }
    return person;
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
