import { Refusal } from "../errors.ts";
import { isStaff } from "./admission.ts";
import type { MemberEvent } from "../members/events.ts";
import type { ReportAction } from "./events.ts";
import type { MemberRecord } from "../members/record.ts";
import type { ReportRecord } from "../read/reports.ts";

export interface HandleReport {
  readonly reportId: string;
  readonly action: ReportAction;
  readonly words: string | null;
}

export interface ReportState {
  readonly member: MemberRecord;
  readonly report: ReportRecord | undefined;
  /** Author of the message; `undefined` once they are erased, or their text is deleted. */
  readonly reported: MemberRecord | undefined;
  readonly staffIds: readonly string[];
}

/**
 * Decides a report; `[]` if the same person decided the same. It doesn't exist for the member it is
 * about.
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
  if (!mayDecideReport(report, memberId, staffIds)) {
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

function alreadyHandled(): Refusal {
  return new Refusal("report/handled", "Someone has already handled this report");
}

/** A reporter doesn't decide their own report, unless no one else can. */
export function mayDecideReport(
  { reporterId, reportedId }: Pick<ReportRecord, "reporterId" | "reportedId">,
  memberId: string,
  staffIds: readonly string[],
): boolean {
  if (reportedId === memberId) return false;
  return reporterId !== memberId || staffIds.every((id) => id === memberId || id === reportedId);
}
