import { Refusal } from "../errors.ts";
import { isStaff } from "./admission.ts";
import type { MemberEvent } from "../members/events.ts";
import type { ReportAction } from "./events.ts";
import type { MemberRecord } from "../members/record.ts";
import type { ReportRecord } from "../read/reports.ts";

export interface HandleReport {
  readonly reportId: string;
  readonly action: ReportAction;
  /** For whom it is about. */
  readonly words: string | null;
}

/** What has to be known before somebody decides about a report. */
export interface ReportState {
  /** Who decides. */
  readonly member: MemberRecord;
  readonly report: ReportRecord | undefined;
  /** Whose message it is; `undefined` once they are gone, or their text is. */
  readonly reported: MemberRecord | undefined;
  /** Ids of all the program's staff. */
  readonly staffIds: readonly string[];
}

/**
 * Which events a decision about a report leads to; `[]` when the same person has decided the same.
 *
 * @throws {Refusal} When somebody else has decided, or the member is no judge of it: those whom it is about
 * learn that there is none.
 */
export function decideReport(
  { member, report, reported, staffIds }: ReportState,
  { action }: HandleReport,
): MemberEvent[] {
  const { memberId } = member;
  if (!isStaff(member) || report === undefined || report.reportedId === memberId) {
    throw new Refusal("report/not-found", "Report not found");
  }
  const { reportId, reportedId, handled } = report;
  if (handled !== null) {
    if (handled.handlerId === memberId && handled.action === action) return [];
    throw alreadyHandled();
  }
  if (!mayJudge(report, memberId, staffIds)) {
    throw new Refusal(
      "report/own",
      "You reported this message yourself. Another staff member has to handle it.",
    );
  }
  if (action !== "nothing" && (reportedId === null || reported === undefined)) {
    throw new Refusal(
      "report/gone",
      "The reported message is gone. There's nothing left to decide.",
    );
  }
  return [{
    type: "ReportHandled",
    facts: { action },
    personal: { reportId },
  }];
}

export function alreadyHandled(): Refusal {
  return new Refusal("report/handled", "Someone has already handled this report");
}

/** Nobody judges what they have reported themselves, as long as somebody else can. */
export function mayJudge(
  { reporterId, reportedId }: Pick<ReportRecord, "reporterId" | "reportedId">,
  memberId: string,
  staffIds: readonly string[],
): boolean {
  if (reportedId === memberId) return false;
  return reporterId !== memberId || staffIds.every((id) => id === memberId || id === reportedId);
}
