import { Refusal } from "../../../events/errors.ts";
import type { ProgramCommand } from "../../../events/members/commands.ts";
import { publicProfile } from "../../../events/members/privacy.ts";
import { isStaff, isVouchedFor } from "../../../events/program/admission.ts";
import { remainingStaffId } from "../../../events/read/program-people.ts";
import { causeOf } from "../../auth/cause.ts";
import { requireConfirmed } from "../../auth/confirmed.ts";
import type { Origin } from "../../auth/origin.ts";
import type { Mailing } from "../../composition/mailing.ts";
import type { Shared } from "../../composition/shared.ts";
import type {
  CadrePerson,
  ContactSurge,
  ProgramLists,
  RosterQuery,
} from "../../contract/program.ts";
import { Problem } from "../../contract/problem.ts";
import { type Decision, isLocking, needsPassword } from "./decision.ts";
import { History } from "./history.ts";
import { programMail } from "./mails.ts";
import { ReportedMessages } from "./reported-messages.ts";
import { requireStaff } from "./require-staff.ts";
import { accessIn, type RosterPage, rosterPersonOf } from "./roster.ts";
import { shownCadre, shownDecided, shownWaiting } from "./shown-people.ts";

/** Kinds of mailed links with which someone can use an account. */
const linksToAccount = [
  ...["reset-password", "verify-email", "conversation-links", "invitation"] as const,
] as const;

const shown = { waiting: 500, refused: 200, accepted: 20 };

/** Staff's view and decisions. 404 for others. */
export class Program {
  readonly reports: ReportedMessages;
  readonly #history: History;

  constructor(private readonly deps: Shared & Pick<Mailing, "wakeSender" | "currentMail">) {
    this.reports = new ReportedMessages(deps);
    this.#history = new History(deps);
  }

  async isStaff(memberId: string): Promise<boolean> {
    const member = await this.deps.table.byId(memberId);
    return member !== undefined && isStaff(member);
  }

  async isLastStaff(memberId: string): Promise<boolean> {
    const ids = await this.#staffIds();
    return ids.length === 1 && ids[0] === memberId;
  }

  async counts(memberId: string) {
    const { people, reportTable, surges, roster, states } = this.deps;
    const [waiting, [newestPerson], { open }, surge, invited, stateOf] = await Promise.all([
      people.waiting(),
      people.listed("approval", 1),
      reportTable.countNotAbout(memberId),
      surges.latest(),
      roster.invited(),
      states.all(),
    ]);
    const unanswered = invited.filter(({ invitation }) => !invitation.isAnswered);
    const sent = unanswered.filter(({ memberId }) => {
      const { sentAt, isOpened = false } = stateOf.get(memberId) ?? {};
      return sentAt !== undefined || isOpened;
    }).length;
    const newest = open === 0
      ? []
      : await reportTable.notAbout(memberId, { state: "open", offset: open - 1, limit: 1 });
    return {
      people: waiting,
      newestPerson: (newestPerson && shownWaiting(newestPerson)[0]) ?? null,
      reports: open,
      newestReportAt: newest[0]?.at ?? null,
      invitations: { sent, unsent: unanswered.length - sent },
      surge: surge && { ...surge, accounts: surge.accounts.length },
    };
  }

  async lists(memberId: string): Promise<ProgramLists> {
    const { people } = this.deps;
    await requireStaff(this.deps, memberId);
    const [approval, confirmation, refused, accepted, cadre] = await Promise.all([
      people.listed("approval", shown.waiting),
      people.listed("confirmation", shown.waiting),
      people.listed("refused", shown.refused),
      people.listed("accepted", shown.accepted),
      people.cadre(),
    ]);
    const since = await this.#history.staffSince(
      cadre.filter(isStaff).map((each) => each.memberId),
    );
    const byName = (one: CadrePerson, other: CadrePerson) =>
      Number(one.isConfirmed) - Number(other.isConfirmed) ||
      `${one.lastName} ${one.firstName}`.localeCompare(`${other.lastName} ${other.firstName}`);
    return {
      waiting: [...approval, ...confirmation].flatMap(shownWaiting),
      decided: [...refused, ...accepted].flatMap(shownDecided)
        .toSorted((one, other) => other.at.localeCompare(one.at)),
      cadre: cadre.map((each) => shownCadre(each, memberId, since.get(each.memberId)))
        .toSorted(byName),
    };
  }

  async roster(memberId: string, query: RosterQuery): Promise<RosterPage> {
    await requireStaff(this.deps, memberId);
    return await this.deps.roster.find(query);
  }

  /** @throws {Problem} 404 when there is no such person. */
  async person(memberId: string, personId: string) {
    await requireStaff(this.deps, memberId);
    const member = await this.deps.table.byId(personId);
    if (member === undefined) throw noSuchPerson();
    const person = rosterPersonOf(member);
    const isInUse = person.state === "in" || person.state === "waiting";
    return {
      person,
      /** Their address, where staff can confirm it in place of a mailed link. */
      addressToConfirm: isInUse && !member.emailVerified && await this.#hasNoMail()
        ? member.email
        : null,
      isYou: memberId === personId,
      /** Whether other members can see their profile. */
      isListed: publicProfile(member) !== undefined,
      /** Whether the program invited or approved them, or gave them staff access. */
      isVouchedFor: isVouchedFor(member) || isStaff(member),
      otherStaff: (await this.#staffIds()).filter((id) => id !== personId).length,
      entries: await this.#history.about(personId),
    };
  }

  /** Staff's and operators' actions, latest first. @param before A position of the log. */
  async history(memberId: string, before?: number) {
    await requireStaff(this.deps, memberId);
    return await this.#history.page(before);
  }

  async changeNotices(memberId: string, wants: boolean, origin: Origin): Promise<void> {
    await requireStaff(this.deps, memberId);
    await this.deps.limits.change(memberId);
    const command = { type: "ChangeStaffNotices", wants } as const;
    await this.deps.members.execute(memberId, command, causeOf(memberId, origin));
  }

  /**
   * Decides about a person, who gets a mail. Other staff are mailed about staff access.
   * @throws {Problem} 403 with `confirm` without a recent password check, see `needsPassword`.
   * @throws {Refusal} When someone decided otherwise meanwhile, or no staff would be left.
   */
  async decide(
    memberId: string,
    personId: string,
    decision: Decision,
    origin: Origin,
  ): Promise<void> {
    if (needsPassword(decision)) {
      await requireStaff(this.deps, memberId);
      requireConfirmed(origin.session?.confirmedAtMs, this.deps.now());
    }
    await this.#carryOut(memberId, personId, decision, origin);
  }

  async #carryOut(...[memberId, personId, decision, origin]: Parameters<Program["decide"]>) {
    const { people, table, members, wakeSender } = this.deps;
    await requireStaff(this.deps, memberId);
    const person = await table.byId(personId);
    if (person === undefined) throw noSuchPerson();
    if (isLocking(decision) && memberId === personId) {
      throw new Problem(400, "You can't do this to your own account. Ask other staff.");
    }
    const news = { by: memberId, staffIds: await this.#staffIds() };
    const command = {
      ...decision,
      ...decision.type === "Admit" && { seen: decision.seen ?? accessIn(person) },
      remainingStaffId: memberId === personId ? await remainingStaffId(people, memberId) : memberId,
    } as ProgramCommand;
    await members.execute(
      personId,
      command,
      causeOf(memberId, origin),
      (change) => programMail(change, news),
    );
    if (isLocking(decision)) await this.#signOut(personId);
    wakeSender();
  }

  /**
   * Confirms a person's address while no mail can be sent. Only the address that staff saw.
   * @throws {Problem} 409 once mail works, or when they have another address now.
   */
  async confirmAddress(
    memberId: string,
    personId: string,
    email: string,
    origin: Origin,
  ): Promise<void> {
    const { members, table, limits } = this.deps;
    await requireStaff(this.deps, memberId);
    if (!await this.#hasNoMail()) {
      throw new Problem(409, "Email works now. They confirm their address by the link we send.");
    }
    await limits.change(memberId);
    if ((await table.byId(personId))?.email !== email) {
      throw new Problem(409, "They have another email address now. Check it, then confirm it.");
    }
    const command = { type: "VerifyEmail", email } as const;
    await members.execute(personId, command, causeOf(memberId, origin));
  }

  async surge(memberId: string): Promise<ContactSurge | null> {
    await requireStaff(this.deps, memberId);
    return await this.deps.surges.latest();
  }

  /** Refuses all accounts of a surge, except those accepted since. Returns how many. */
  async refuseSurge(
    memberId: string,
    surge: Pick<ContactSurge, "from" | "to">,
    origin: Origin,
  ): Promise<number> {
    await requireStaff(this.deps, memberId);
    requireConfirmed(origin.session?.confirmedAtMs, this.deps.now());
    let refused = 0;
    for (const personId of await this.deps.surges.accountsOf(surge)) {
      try {
        const decision = { type: "Refuse", words: null, seen: "in" } as const;
        await this.#carryOut(memberId, personId, decision, origin);
        refused++;
      } catch (error) {
        // Staff by now, or erased. The others are still refused.
        if (!(error instanceof Refusal) && !(error instanceof Problem)) throw error;
      }
    }
    return refused;
  }

  /** Ends sessions and mailed links, which would work again once the account is restored. */
  async #signOut(personId: string): Promise<void> {
    const { sessions, tokens } = this.deps;
    await sessions.endAll(personId);
    for (const kind of linksToAccount) await tokens.endAll(kind, personId);
  }

  async #hasNoMail(): Promise<boolean> {
    return (await this.deps.currentMail()).isFolder ?? false;
  }

  async #staffIds(): Promise<string[]> {
    return (await this.deps.people.staff()).map(({ memberId }) => memberId);
  }
}

const noSuchPerson = () => new Problem(404, "This person isn't a member anymore");

/** One person, and the program's actions about them. */
export type ProgramPerson = Awaited<ReturnType<Program["person"]>>;
