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
import type { Origin } from "../product.ts";
import type { Program } from "./office.ts";
import type { History } from "./history.ts";
import type { Surges } from "./surges.ts";
import { createRequireStaff } from "./require-staff.ts";
import { doorOf, type Roster, rosterPersonOf } from "./roster.ts";
import { programMail, reportMail } from "./mails.ts";

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
export function createProgram(deps: ProgramDependencies): Program {
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
    async isStaff(memberId) {
      const member = await table.byId(memberId);
      return member !== undefined && isStaff(member);
    },
    async isLastStaff(memberId) {
      const ids = await staffIdsNow();
      return ids.length === 1 && ids[0] === memberId;
    },
    async counts(memberId) {
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
    async surge(memberId) {
      await requireStaff(memberId);
      return await surges.latest();
    },
    async refuseSurge(memberId, surge, origin) {
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
    async lists(memberId) {
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
    async changeNotices(memberId, wants, origin) {
      await requireStaff(memberId);
      await deps.limits.change(memberId);
      const command = { type: "ChangeStaffNotices", wants } as const;
      await members.execute(memberId, command, causeOf(memberId, origin));
      await catchUpAll();
    },
    async roster(memberId, query) {
      await requireStaff(memberId);
      return await roster.find(query);
    },
    async person(memberId, personId) {
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
    async history(memberId, before) {
      await requireStaff(memberId);
      return await history.page(before);
    },
    accept: (memberId, personId, origin, seen) =>
      decide(memberId, personId, (person) => ({
        type: "Admit",
        by: "staff",
        seen: seen ?? doorOf(person),
      }), origin),
    refuse: (memberId, personId, decision, origin) =>
      (decision.seen === "in" ? decideAccess : decide)(
        memberId,
        personId,
        () => ({ type: "Refuse", by: "staff", ...decision }),
        origin,
      ),
    confirmCadre: (memberId, personId, origin) =>
      decideAccess(memberId, personId, () => ({ type: "ConfirmCadre", by: "staff" }), origin),
    unconfirmCadre: (memberId, personId, origin) =>
      decideAccess(memberId, personId, async () => ({
        type: "UnconfirmCadre",
        by: "staff",
        remainingStaffId: await remainingAfter(memberId, personId),
      }), origin),
    grantCadre: (memberId, personId, origin) =>
      decideAccess(memberId, personId, () => ({ type: "GrantCadre", by: "staff" }), origin),
    takeCadre: (memberId, personId, role, origin) =>
      decideAccess(memberId, personId, async () => ({
        type: "TakeCadre",
        by: "staff",
        role,
        remainingStaffId: await remainingAfter(memberId, personId),
      }), origin),
    closeAsking: (memberId, personId, origin) =>
      decide(memberId, personId, () => ({ type: "CloseAsking", by: "staff" }), origin),
    openAsking: (memberId, personId, origin) =>
      decide(memberId, personId, () => ({ type: "OpenAsking", by: "staff" }), origin),
    async reports(memberId, { state, page }) {
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
    async closeReports(memberId, reportIds, origin) {
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
    async handleReport(memberId, reportId, { action, words = null }, origin) {
      await requireStaff(memberId);
      const decision = { reportId, action, words };
      await reports.handle(memberId, decision, causeOf(memberId, origin), reportMail);
      wakeSender();
      await catchUpAll();
    },
  };
}

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
