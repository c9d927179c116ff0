import { isPending } from "../../events/invitations/invitation.ts";
import { causeOf } from "../accounts/cause.ts";
import { requireConfirmed } from "../accounts/policies/confirmed.ts";
import type { Declined, DeclinedInvitations } from "../invitations/declined.ts";
import type { Database } from "../../events/database.ts";
import type { Members } from "../../events/members/handle.ts";
import type { MemberRecord } from "../../events/members/record.ts";
import type { MemberTable } from "../../events/read/members.ts";
import type { SettingsTable } from "../../events/read/settings.ts";
import type { Synonyms } from "../../search/synonyms.ts";
import type { RateLimits } from "../auth/rate-limits.ts";
import { newToken } from "../auth/secret-token.ts";
import type { Tokens } from "../auth/tokens.ts";
import type { EraseAccount } from "../erasure/erase-account.ts";
import { type ImportDependencies, inviteOne, prepare } from "../invitations/import-alumni.ts";
import { planImport } from "../invitations/plan-import.ts";
import { nextMailAt } from "../invitations/mail-times.ts";
import type { Background } from "../node/background.ts";
import type { Log } from "../log.ts";
import type { MailLimits } from "../mail/outbox/mail-limits.ts";
import { tokenLink } from "../mail/letters/letterhead.ts";
import { Problem } from "../problems.ts";
import type { InvitationList } from "./invitation-list.ts";
import type { Renewing } from "./renewing.ts";
import type { SettingsOffice } from "./settings.ts";
import { createRequireStaff } from "./require-staff.ts";
import { createImports } from "./imports.ts";
import type { InvitationPage } from "../contract/invitations.ts";
import type { PublicUser } from "../../events/members/privacy.ts";
import type { InvitePerson } from "../contract/program.ts";
import type { InvitationQuery } from "../contract/invitations.ts";
import type { Origin } from "../auth/origin.ts";

export interface InvitationsShown extends InvitationPage {
  readonly sendsReminders: boolean;
}

/** A link to accept or to decline, and whose. */
export interface NewLink extends Pick<PublicUser, "firstName" | "lastName"> {
  readonly link: string;
}

export interface InvitingDependencies {
  readonly members: Members;
  readonly table: MemberTable;
  readonly settings: Pick<SettingsTable, "topics" | "current">;
  readonly changeSettings: SettingsOffice["execute"];
  readonly list: InvitationList;
  readonly renewing: Renewing;
  readonly background: Pick<Background, "start">;
  readonly declined: Pick<DeclinedInvitations, "among" | "remove">;
  readonly tokens: Pick<Tokens, "issue">;
  readonly databases: Readonly<Record<"events" | "vault", Database>>;
  readonly limits: Pick<RateLimits & MailLimits, "change" | "verificationMail">;
  readonly erase: EraseAccount;
  readonly appOrigin: string;
  readonly catchUpAll: () => Promise<void>;
  readonly wakeSender: () => void;
  /** Names of values in a spreadsheet. */
  readonly synonyms?: Synonyms | undefined;
  readonly now: () => Date;
  readonly newId: () => string;
  readonly log: Log;
}

const hourMs = 60 * 60 * 1000;

const gone = () => new Problem(404, "They have answered the invitation, or it was withdrawn");

function declinedBefore({ firstName, lastName, on }: Declined): Problem {
  const day = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" })
    .format(new Date(on));
  const message = `${firstName} ${lastName} declined an invitation on ${day}. Invite them again ` +
    "only if they asked you to.";
  return new Problem(409, message, { fields: { isSure: message } });
}

/** How many are reminded before the page answers. */
const atOnce = 300;

/** How the program's staff invites people, one by one and from a file. */
export function createInviting(deps: InvitingDependencies) {
  const { table, settings, databases, limits, catchUpAll, wakeSender, now, newId } = deps;
  const { list, renewing, declined } = deps;
  const planning = { readModel: { catchUp: catchUpAll, members: table }, declined, newId };

  async function importing(actorId: string): Promise<ImportDependencies> {
    const firstMailAt = await nextMailAt(databases.events, now());
    return { ...deps, ...planning, firstMailAt, actorId };
  }

  const imports = createImports({
    now,
    log: deps.log,
    topics: settings.topics,
    synonyms: deps.synonyms,
    plan: (rows, columns) => planImport(rows, columns, planning),
    async prepare(actorId, plan, progress) {
      await prepare(plan, { ...await importing(actorId), batchSize: 10 }, progress);
      wakeSender();
      await catchUpAll();
    },
  });

  const requireStaff = createRequireStaff(deps);

  /** Somebody who was invited; whether they have answered is the rules' to say. */
  async function invited(memberId: string, personId: string) {
    await requireStaff(memberId);
    const person = await table.byId(personId);
    if (person === undefined || !isPending(person)) throw gone();
    return person;
  }

  /** Nobody but staff learns that there is such a thing. */
  const forStaff = <A extends readonly unknown[], T>(
    work: (memberId: string, ...more: A) => Promise<T>,
  ) =>
  async (memberId: string, ...more: A): Promise<T> => {
    await requireStaff(memberId);
    return await work(memberId, ...more);
  };

  return {
    list: forStaff(async (_: string, query: InvitationQuery): Promise<InvitationsShown> => ({
      ...await list.page(query),
      sendsReminders: settings.current().sendsReminders,
    })),
    /**
     * Prepares an account and mails its person a link to accept or to decline.
     *
     * @param isSure Whether staff know that they have declined before.
     * @throws {Problem} 409 when somebody has an account with this address, or has declined with it.
     */
    invite: forStaff(async (
      memberId: string,
      person: InvitePerson,
      _origin: Origin,
      isSure = false,
    ) => {
      await limits.change(memberId);
      const earlier = (await declined.among([person.email])).get(person.email);
      if (earlier !== undefined && !isSure) throw declinedBefore(earlier);
      if (!await inviteOne(person, await importing(memberId))) {
        const message = "Someone with this address has an account already";
        throw new Problem(409, message, { fields: { email: message } });
      }
      if (earlier !== undefined) await declined.remove(earlier.id);
      wakeSender();
      await catchUpAll();
    }),
    /**
     * Mails another link; earlier ones go on working for their time.
     *
     * @throws {Problem} 409 when they have answered, 404 when they were not invited, 429 for too many to one person.
     */
    async resend(memberId: string, personId: string, origin: Origin): Promise<void> {
      const person = await invited(memberId, personId);
      await limits.change(memberId);
      const undo = await limits.verificationMail({ memberId: personId, email: person.email });
      try {
        await renewing.mail(person, causeOf(memberId, origin));
      } catch (error) {
        await undo();
        throw error;
      }
      wakeSender();
      await catchUpAll();
    },
    /**
     * Mails everybody who was mailed nothing for a week.
     *
     * @returns How many mails are queued, and how many people are left: theirs are queued in the background.
     */
    remindAll: forStaff(async (memberId: string, origin: Origin) => {
      await limits.change(memberId);
      const silent = await list.silent();
      const people = await table.byIds(silent.map((each) => each.memberId));
      // Who was mailed lately was mailed by somebody who pressed the same button.
      const since = new Date(now().getTime() - hourMs);
      const cause = causeOf(memberId, origin);
      const remind = async (some: readonly MemberRecord[]) => {
        const queued = await renewing.mailAll(some, since, cause);
        wakeSender();
        await catchUpAll();
        return queued;
      };
      const [first, rest] = [
        [...people.values()].slice(0, atOnce),
        [...people.values()].slice(atOnce),
      ];
      const queued = await remind(first);
      // Stopped in between, they are silent as before, and can be reminded by another press.
      if (rest.length > 0) deps.background.start("reminders", async () => void await remind(rest));
      return { queued, following: rest.length };
    }),
    /**
     * Makes a link for staff to hand over; earlier ones go on working for their time. Whoever has it can take the account.
     *
     * @throws {Problem} 403 with `confirm` when the password was not given lately; 404, 409 and 429 as for `resend`.
     */
    async makeLink(memberId: string, personId: string, origin: Origin): Promise<NewLink> {
      const { firstName, lastName, email } = await invited(memberId, personId);
      requireConfirmed(origin.session?.confirmedAtMs, now());
      await limits.change(memberId);
      const cause = causeOf(memberId, origin);
      // In the history before there is a link.
      await deps.members.execute(personId, { type: "RenewInvitation", way: "link" }, cause);
      const token = newToken();
      await deps.tokens.issue("invitation", token, personId, email);
      await catchUpAll();
      return { firstName, lastName, link: tokenLink(deps, "/invitation", token) };
    },
    /**
     * Takes an invitation back: what was prepared is erased.
     *
     * @throws {Problem} 404 when they have answered, also at this moment.
     */
    async withdraw(memberId: string, personId: string, origin: Origin): Promise<void> {
      await invited(memberId, personId);
      await deps.erase(personId, origin, { actorId: memberId, ifUnanswered: true });
    },
    /** Removes the name and the address of who declined. @throws {Problem} 404 when they are gone. */
    removeDeclined: forStaff(async (memberId: string, id: string) => {
      await limits.change(memberId);
      if (!await declined.remove(id)) throw new Problem(404, "They aren't in this list anymore");
    }),
    /** Whether who does not answer is reminded by itself. */
    changeReminders: (memberId: string, areSent: boolean, origin: Origin): Promise<void> =>
      deps.changeSettings(memberId, { type: "ChangeSettings", sendsReminders: areSent }, origin),
    file: forStaff(imports.read),
    open: forStaff(imports.open),
    choose: forStaff(imports.choose),
    start: forStaff(imports.start),
    forget: forStaff(imports.forget),
  };
}

export type Inviting = ReturnType<typeof createInviting>;
