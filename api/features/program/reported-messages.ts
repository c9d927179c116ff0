import { Refusal } from "../../../events/errors.ts";
import type { MemberRecord } from "../../../events/members/record.ts";
import { mayDecideReport } from "../../../events/program/decide-report.ts";
import type { ReportAction } from "../../../events/program/events.ts";
import type { Reports } from "../../../events/program/handle-report.ts";
import type { MemberTable } from "../../../events/read/members.ts";
import type { ProgramPeople } from "../../../events/read/program-people.ts";
import type { ReportRecord, ReportTable } from "../../../events/read/reports.ts";
import { causeOf } from "../../auth/cause.ts";
import type { Origin } from "../../auth/origin.ts";
import type { Staff } from "../../auth/staff.ts";
import type { Outgoing } from "../../mail/outgoing.ts";
import type { ProgramReport, ReportsQuery } from "../../contract/program.ts";
import { reportMail } from "./mails.ts";
import { shownPerson } from "./shown-people.ts";

const pageSize = 50;

interface ReportedMessagesParts {
  readonly staff: Pick<Staff, "require">;
  readonly reports: Pick<Reports, "handle" | "texts">;
  readonly tables: {
    readonly members: Pick<MemberTable, "byIds">;
    readonly people: Pick<ProgramPeople, "staff">;
    readonly reports: Pick<ReportTable, "countNotAbout" | "notAbout">;
  };
  readonly outgoing: Pick<Outgoing, "wake">;
}

/** Reported messages for staff, without reports about themselves. */
export class ReportedMessages {
  constructor(private readonly deps: ReportedMessagesParts) {}

  /** Open ones first, oldest first, then handled ones, latest first. */
  async page(memberId: string, { state, page }: ReportsQuery) {
    const { reports, tables: { reports: reportTable, members, people } } = this.deps;
    await this.deps.staff.require(memberId);
    const range = { state, offset: (page - 1) * pageSize, limit: pageSize };
    const [records, counts, staff] = await Promise.all([
      reportTable.notAbout(memberId, range),
      reportTable.countNotAbout(memberId),
      people.staff(),
    ]);
    const ids = records.flatMap(({ reporterId, reportedId, handled }) =>
      [reporterId, reportedId, handled?.handlerId].filter((id) => id != null)
    );
    const [texts, known] = await Promise.all([reports.texts(records), members.byIds(ids)]);
    const staffIds = staff.map((each) => each.memberId);
    const total = state === undefined ? counts.open + counts.handled : counts[state];
    return {
      reports: records.map((record): ProgramReport => ({
        ...shownReport(record, texts.get(record.reportId) ?? null, known),
        canHandle: record.handled === null && mayDecideReport(record, memberId, staffIds),
      })),
      /** The number of open and of handled ones, on all pages. */
      counts,
      page,
      pages: Math.max(1, Math.ceil(total / pageSize)),
    };
  }

  /** @throws {Refusal} When another staff member decided first, or the report is about the caller. */
  async handle(
    memberId: string,
    reportId: string,
    { action, words = null }: {
      readonly action: ReportAction;
      readonly words?: string | null | undefined;
    },
    origin: Origin,
  ): Promise<void> {
    const { reports, outgoing } = this.deps;
    await this.deps.staff.require(memberId);
    const decision = { reportId, action, words };
    await reports.handle(memberId, decision, causeOf(memberId, origin), reportMail);
    outgoing.wake();
  }

  /** Closes reports without action, except those that only other staff may handle. Returns how many. */
  async close(memberId: string, reportIds: readonly string[], origin: Origin): Promise<number> {
    const { reports } = this.deps;
    await this.deps.staff.require(memberId);
    let closed = 0;
    for (const reportId of reportIds.slice(0, pageSize)) {
      const decision = { reportId, action: "nothing", words: null } as const;
      try {
        await reports.handle(memberId, decision, causeOf(memberId, origin), reportMail);
        closed++;
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
      }
    }
    return closed;
  }
}

export type ReportsPage = Awaited<ReturnType<ReportedMessages["page"]>>;

/** A report without its text names no one. */
function shownReport(
  { reportId, reason, at, reporterId, reportedId, handled }: ReportRecord,
  text: string | null,
  known: ReadonlyMap<string, MemberRecord>,
): Omit<ProgramReport, "canHandle"> {
  const named = (id: string | null) => {
    const member = known.get(id ?? "");
    return member === undefined ? null : shownPerson(member);
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
