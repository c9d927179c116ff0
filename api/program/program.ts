import { isStaff, isVouchedFor } from "../../events/program/admission.ts";
import type { ProgramCommand } from "../../events/members/commands.ts";
import type { MailAbout, Members } from "../../events/members/handle.ts";
import type { MemberRecord } from "../../events/members/record.ts";
import { mayJudge } from "../../events/program/decide-report.ts";
import { Refusal } from "../../events/errors.ts";
import type { Reports } from "../../events/program/handle-report.ts";
import type { MemberTable } from "../../events/read/members.ts";
import { type ProgramPeople, remainingStaffId } from "../../events/read/program-people.ts";
import type { ReportRecord, ReportTable } from "../../events/read/reports.ts";
import type { RateLimits } from "../auth/rate-limits.ts";
import { causeOf } from "../accounts/cause.ts";
import { requireConfirmed } from "../accounts/policies/confirmed.ts";
import type {
  CadrePerson,
  DecidedPerson,
  ProgramReport,
  WaitingPerson,
} from "../contract/program.ts";
import { Problem } from "../problems.ts";
import type { Origin } from "../auth/origin.ts";
import type { History } from "./history.ts";
import type { Surges } from "./surges.ts";
import { createRequireStaff } from "./require-staff.ts";
import { doorOf, type Roster, rosterPersonOf } from "./roster.ts";
import { programMail, reportMail } from "./mails.ts";
import type { SurgeNumbers } from "./surge-words.ts";
import type {
  ContactSurge,
  ProgramHistory,
  ProgramLists,
  ProgramPerson,
  ReportsPage,
  ReportsQuery,
  RosterPage,
  RosterQuery,
} from "../contract/program.ts";
import type { ReportAction } from "../../events/program/events.ts";

export interface ProgramDependencies {
  readonly members: Pick<Members, "execute">;
  readonly table: Pick<MemberTable, "byId" | "byIds">;
  readonly people: ProgramPeople;
  readonly reportTable: Pick<ReportTable, "notAbout" | "countNotAbout">;
  readonly reports: Pick<Reports, "handle" | "texts">;
  readonly history: History;
  readonly roster: Roster;
  readonly surges: Pick<Surges, "latest" | "accountsOf">;
  /** How many of those who were invited have not answered. */
  readonly countUnanswered: () => Promise<number>;
  readonly limits: Pick<RateLimits, "change">;
  /** Resolves once everyone reads and finds what was recorded before the call. */
  readonly catchUpAll: () => Promise<void>;
  /** Has waiting mails sent. */
  readonly wakeSender: () => void;
  readonly now: () => Date;
}

/** How many of each list are shown; of reports, on a page. */
const shown = { waiting: 500, refused: 200, accepted: 20, reports: 50 };

/** What the program's staff does. Whoever is not staff at this moment learns that there is nothing. */
export function createProgram(deps: ProgramDependencies) {
  const { members, table, people, reportTable, reports, catchUpAll, wakeSender, now } = deps;
  const { history, roster, surges } = deps;

  const requireStaff = createRequireStaff(deps);

  async function decide(
    memberId: string,
    personId: string,
    commandFor: (person: MemberRecord) => ProgramCommand | Promise<ProgramCommand>,
    origin: Origin,
  ): Promise<void> {
    await requireStaff(memberId);
    const person = await table.byId(personId);
    if (person === undefined) throw noSuchPerson();
    const news = { by: memberId, staffIds: await staffIdsNow() };
    const mail: MailAbout = (change) => programMail(change, news);
    const cause = causeOf(memberId, origin);
    const command = await commandFor(person);
    await members.execute(personId, command, cause, mail);
    wakeSender();
    await catchUpAll();
  }

  async function staffIdsNow(): Promise<string[]> {
    return (await people.staff()).map((each) => each.memberId);
  }

  /**
   * Decides who is staff: with the password given lately, since these powers outlast a browser that somebody
   * found signed in.
   */
  async function decideAccess(...decision: Parameters<typeof decide>): Promise<void> {
    const [memberId, , , { session }] = decision;
    await requireStaff(memberId);
    requireConfirmed(session?.confirmedAtMs, now());
    await decide(...decision);
  }

  const remainingAfter = async (memberId: string, personId: string) =>
    memberId === personId ? await remainingStaffId(people, memberId) : memberId;

  return {
    /** Whether this member is staff, for whether they see where it is done. */
    async isStaff(memberId: string): Promise<boolean> {
      const member = await table.byId(memberId);
      return member !== undefined && isStaff(member);
    },
    /** Whether no one is staff but this member. */
    async isLastStaff(memberId: string): Promise<boolean> {
      const ids = await staffIdsNow();
      return ids.length === 1 && ids[0] === memberId;
    },
    /** What waits for staff, and how many invitations nobody has answered. */
    async counts(memberId: string): Promise<{
      readonly people: number;
      readonly newestPerson: WaitingPerson | null;
      readonly reports: number;
      readonly newestReportAt: string | null;
      readonly invitations: number;
      readonly surge: (SurgeNumbers & Pick<ContactSurge, "at">) | null;
    }> {
      const [waiting, [newestPerson], { open }, surge, invitations] = await Promise.all([
        people.waiting(),
        people.standing("approval", 1),
        reportTable.countNotAbout(memberId),
        surges.latest(),
        deps.countUnanswered(),
      ]);
      const newest = open === 0
        ? []
        : await reportTable.notAbout(memberId, { state: "open", offset: open - 1, limit: 1 });
      return {
        people: waiting,
        newestPerson: (newestPerson && waitingOf(newestPerson)[0]) ?? null,
        reports: open,
        newestReportAt: newest[0]?.at ?? null,
        invitations,
        surge: surge && {
          people: surge.people,
          accounts: surge.accounts.length,
          byDeleted: surge.byDeleted,
          at: surge.at,
        },
      };
    },
    /** The busiest hour of looks at contacts that staff have done nothing about. */
    async surge(memberId: string): Promise<ContactSurge | null> {
      await requireStaff(memberId);
      return await surges.latest();
    },
    /**
     * Refuses all accounts of a surge, but for those that staff have accepted since.
     *
     * @returns How many were refused.
     * @throws {Problem} 403 with `confirm` when the password was not given lately.
     */
    async refuseSurge(
      memberId: string,
      surge: Pick<ContactSurge, "from" | "to">,
      origin: Origin,
    ): Promise<number> {
      await requireStaff(memberId);
      requireConfirmed(origin.session?.confirmedAtMs, now());
      let refused = 0;
      for (const personId of await surges.accountsOf(surge)) {
        try {
          await decide(
            memberId,
            personId,
            () => ({ type: "Refuse", by: "staff", words: null, seen: "in" }),
            origin,
          );
          refused++;
        } catch (error) {
          // Staff by now, or gone; the others are refused all the same.
          if (!(error instanceof Refusal) && !(error instanceof Problem)) throw error;
        }
      }
      return refused;
    },
    async lists(memberId: string): Promise<ProgramLists> {
      await requireStaff(memberId);
      const [approval, confirmation, refused, accepted, cadre] = await Promise.all([
        people.standing("approval", shown.waiting),
        people.standing("confirmation", shown.waiting),
        people.standing("refused", shown.refused),
        people.standing("accepted", shown.accepted),
        people.cadre(),
      ]);
      const since = await history.staffSince(cadre.filter(isStaff).map(({ memberId: id }) => id));
      const decided = [...refused, ...accepted].flatMap(decidedOf);
      const named = (one: CadrePerson, other: CadrePerson) =>
        Number(one.isConfirmed) - Number(other.isConfirmed) ||
        `${one.lastName} ${one.firstName}`.localeCompare(`${other.lastName} ${other.firstName}`);
      return {
        waiting: [...approval, ...confirmation].flatMap(waitingOf),
        decided: decided.toSorted((one, other) => other.at.localeCompare(one.at)),
        cadre: cadre
          .map((each) => cadreOf(each, memberId, since.get(each.memberId)))
          .toSorted(named),
      };
    },
    /** Whether this member of staff is mailed about what waits. */
    async changeNotices(memberId: string, wants: boolean, origin: Origin): Promise<void> {
      await requireStaff(memberId);
      await deps.limits.change(memberId);
      const command = { type: "ChangeStaffNotices", wants } as const;
      await members.execute(memberId, command, causeOf(memberId, origin));
      await catchUpAll();
    },
    /** Everybody by name, role and state. */
    async roster(memberId: string, query: RosterQuery): Promise<RosterPage> {
      await requireStaff(memberId);
      return await roster.find(query);
    },
    /** @throws {Problem} 404 when there is no such person. */
    async person(memberId: string, personId: string): Promise<ProgramPerson> {
      await requireStaff(memberId);
      const member = await table.byId(personId);
      if (member === undefined) throw noSuchPerson();
      return {
        person: rosterPersonOf(member),
        isYou: memberId === personId,
        isVouchedFor: isVouchedFor(member) || isStaff(member),
        otherStaff: (await staffIdsNow()).filter((id) => id !== personId).length,
        entries: await history.about(personId),
      };
    },
    /** What the program has done. @param before A position of the log. */
    async history(memberId: string, before?: number): Promise<ProgramHistory> {
      await requireStaff(memberId);
      return await history.page(before);
    },
    /**
     * Lets somebody in, also after a no; they are told by mail.
     *
     * @param seen What they were when it was decided, where that is not now.
     * @throws {Refusal} When somebody else has decided otherwise meanwhile.
     */
    accept: (
      memberId: string,
      personId: string,
      origin: Origin,
      seen?: "waiting" | "refused" | "in",
    ): Promise<void> =>
      decide(memberId, personId, (person) => ({
        type: "Admit",
        by: "staff",
        seen: seen ?? doorOf(person),
      }), origin),
    /**
     * Declines an applicant, or refuses somebody who is in: they see nobody, and nobody sees them.
     *
     * @throws {Problem} 403 with `confirm` for who is in, when the password was not given lately.
     * @throws {Refusal} For staff; and for who was let in, where `seen` says that they wait.
     */
    refuse: (
      memberId: string,
      personId: string,
      decision: { readonly words: string | null; readonly seen?: "waiting" | "in" | undefined },
      origin: Origin,
    ): Promise<void> =>
      (decision.seen === "in" ? decideAccess : decide)(
        memberId,
        personId,
        () => ({ type: "Refuse", by: "staff", ...decision }),
        origin,
      ),
    /** @throws {Refusal} When their address is not confirmed. */
    confirmCadre: (memberId: string, personId: string, origin: Origin): Promise<void> =>
      decideAccess(memberId, personId, () => ({ type: "ConfirmCadre", by: "staff" }), origin),
    /** @throws {Refusal} When there would be no staff left. */
    unconfirmCadre: (memberId: string, personId: string, origin: Origin): Promise<void> =>
      decideAccess(memberId, personId, async () => ({
        type: "UnconfirmCadre",
        by: "staff",
        remainingStaffId: await remainingAfter(memberId, personId),
      }), origin),
    /**
     * Makes somebody cadre, and staff. The person and all other staff are mailed; so too for the three below.
     *
     * @throws {Problem} 403 with `confirm` when the password was not given lately; so too for the three below.
     * @throws {Refusal} When their address is not confirmed.
     */
    grantCadre: (memberId: string, personId: string, origin: Origin): Promise<void> =>
      decideAccess(memberId, personId, () => ({ type: "GrantCadre", by: "staff" }), origin),
    /** Makes somebody who is cadre something else. @throws {Refusal} When there would be no staff left. */
    takeCadre: (
      memberId: string,
      personId: string,
      role: "alumni" | "cadet",
      origin: Origin,
    ): Promise<void> =>
      decideAccess(memberId, personId, async () => ({
        type: "TakeCadre",
        by: "staff",
        role,
        remainingStaffId: await remainingAfter(memberId, personId),
      }), origin),
    /** Keeps somebody from asking others for help, and withdraws their open requests; they are told by mail. */
    closeAsking: (memberId: string, personId: string, origin: Origin): Promise<void> =>
      decide(memberId, personId, () => ({ type: "CloseAsking", by: "staff" }), origin),
    /** Lets somebody ask others for help again. */
    openAsking: (memberId: string, personId: string, origin: Origin): Promise<void> =>
      decide(memberId, personId, () => ({ type: "OpenAsking", by: "staff" }), origin),
    /** Messages that were reported, but for one's own; the oldest open one first. */
    async reports(memberId: string, { state, page }: ReportsQuery): Promise<ReportsPage> {
      await requireStaff(memberId);
      const limit = shown.reports;
      const offset = (page - 1) * limit;
      const [records, counts] = await Promise.all([
        reportTable.notAbout(memberId, { state, offset, limit }),
        reportTable.countNotAbout(memberId),
      ]);
      const texts = await reports.texts(records);
      const ids = records.flatMap(({ reporterId, reportedId, handled }) => [
        reporterId,
        ...reportedId === null ? [] : [reportedId],
        ...handled === null ? [] : [handled.handlerId],
      ]);
      const [known, staffIds] = await Promise.all([table.byIds(ids), staffIdsNow()]);
      const total = state === undefined ? counts.open + counts.handled : counts[state];
      return {
        reports: records.map((record) => ({
          ...reportOf(record, texts.get(record.reportId) ?? null, known),
          canHandle: record.handled === null && mayJudge(record, memberId, staffIds),
        })),
        counts,
        page,
        pages: Math.max(1, Math.ceil(total / limit)),
      };
    },
    /**
     * Closes reports without action against anybody; those that somebody has handled, or has to handle, are left.
     *
     * @returns How many it has closed.
     */
    async closeReports(
      memberId: string,
      reportIds: readonly string[],
      origin: Origin,
    ): Promise<number> {
      await requireStaff(memberId);
      let closed = 0;
      for (const reportId of reportIds.slice(0, shown.reports)) {
        const decision = { reportId, action: "nothing", words: null } as const;
        try {
          await reports.handle(memberId, decision, causeOf(memberId, origin), reportMail);
          closed++;
        } catch (error) {
          // Somebody else was first, or has to decide on this one.
          if (!(error instanceof Refusal)) throw error;
        }
      }
      await catchUpAll();
      return closed;
    },
    /** @throws {Refusal} When somebody was first, or it is one's own report. */
    async handleReport(
      memberId: string,
      reportId: string,
      { action, words }: {
        readonly action: ReportAction;
        readonly words?: string | undefined;
      },
      origin: Origin,
    ): Promise<void> {
      await requireStaff(memberId);
      const decision = { reportId, action, words: words ?? null };
      await reports.handle(memberId, decision, causeOf(memberId, origin), reportMail);
      wakeSender();
      await catchUpAll();
    },
  };
}

export type Program = ReturnType<typeof createProgram>;

function noSuchPerson(): Problem {
  return new Problem(404, "This person isn't a member anymore");
}

function personOf({ memberId, firstName, lastName, role }: MemberRecord) {
  return { id: memberId, firstName, lastName, role };
}

function waitingOf(member: MemberRecord): WaitingPerson[] {
  const { admission, email, emailVerified } = member;
  if (admission?.state !== "waiting") return [];
  const { needs, since } = admission;
  return [{ ...personOf(member), email, emailVerified, needs, since }];
}

function decidedOf(member: MemberRecord): DecidedPerson[] {
  const { admission } = member;
  if (admission?.state !== "refused" && admission?.state !== "admitted") return [];
  const words = admission.state === "refused" ? admission.words : null;
  return [{ ...personOf(member), state: admission.state, at: admission.at, words }];
}

function cadreOf(member: MemberRecord, viewerId: string, since: Date | undefined): CadrePerson {
  const { memberId, isCadreConfirmed: isConfirmed, emailVerified } = member;
  return {
    ...personOf(member),
    isConfirmed,
    since: since?.toISOString() ?? null,
    isYou: memberId === viewerId,
    email: isConfirmed ? null : member.email,
    emailVerified,
  };
}

/** With the text, the names are gone: without it a report says nothing about anybody. */
function reportOf(
  { reportId, reason, at, reporterId, reportedId, handled }: ReportRecord,
  text: string | null,
  known: ReadonlyMap<string, MemberRecord>,
): Omit<ProgramReport, "canHandle"> {
  const named = (id: string | null) => {
    const member = id === null ? undefined : known.get(id);
    return member === undefined ? null : personOf(member);
  };
  const reported = text === null ? null : named(reportedId);
  const isAskingClosed = known.get(reportedId ?? "")?.isAskingClosed ?? false;
  return {
    id: reportId,
    reason,
    at,
    text,
    reporter: text === null ? null : named(reporterId),
    reported: reported && { ...reported, isAskingClosed },
    handled: handled && { action: handled.action, by: named(handled.handlerId), at: handled.at },
  };
}
