import { describe, it } from "vitest";
import type { ReportRecord } from "../read/reports.ts";
import { decided } from "../testing/given.ts";
import { memberWith } from "../testing/members.ts";
import { decideReport, type HandleReport, type ReportState } from "./decide-report.ts";

const staff = memberWith({ memberId: "staff", role: "cadre", isCadreConfirmed: true });
const reported = memberWith({ memberId: "reported" });
const report: ReportRecord = {
  reportId: "report-1",
  reporterId: "reporter",
  reportedId: "reported",
  reason: "spam",
  position: 7,
  at: staff.createdAt,
  handled: null,
};
const handledBy = (handlerId: string, action: HandleReport["action"]) => ({
  ...report,
  handled: { handlerId, action, at: staff.createdAt },
});
const staffIds = ["staff", "other"];

function given(changes: Partial<ReportState> = {}) {
  const state = { member: staff, report, reported, staffIds, ...changes };
  return {
    when: (action: HandleReport["action"]) =>
      decided(() => decideReport(state, { reportId: "report-1", action, words: null })),
  };
}

const handled = (action: HandleReport["action"]) =>
  ({ type: "ReportHandled", facts: { action }, personal: { reportId: "report-1" } }) as const;

describe("a report", () => {
  it.each(["nothing", "warn", "close"] as const)("is handled by staff: %s", (action) => {
    given().when(action).thenEvents(handled(action));
  });

  it("doesn't exist for other members, or for staff whom it is about", () => {
    given({ member: memberWith({ memberId: "staff" }) }).when("nothing")
      .thenRefused("report/not-found");
    given({ member: { ...staff, isCadreConfirmed: false } }).when("nothing")
      .thenRefused("report/not-found");
    given({ member: { ...staff, memberId: "reported" } }).when("nothing")
      .thenRefused("report/not-found");
    given({ report: undefined }).when("nothing").thenRefused("report/not-found");
  });

  it("is handled once, and ignores a repeated decision by the same person", () => {
    given({ report: handledBy("staff", "warn") }).when("warn").thenNothing();
    given({ report: handledBy("staff", "warn") }).when("close").thenRefused("report/handled");
    given({ report: handledBy("other", "warn") }).when("warn").thenRefused("report/handled");
  });

  it("can't be handled by its reporter, unless no one else can", () => {
    const own = { ...report, reporterId: "staff" };
    given({ report: own }).when("nothing").thenRefused("report/own");
    given({ report: own, staffIds: ["staff"] }).when("nothing").thenEvents(handled("nothing"));
    given({ report: own, staffIds: ["staff", "reported"] }).when("warn").thenEvents(
      handled("warn"),
    );
  });

  it("can only be closed without action once its text is gone", () => {
    const gone = { report: { ...report, reportedId: null }, reported: undefined };
    given(gone).when("warn").thenRefused("report/gone");
    given(gone).when("close").thenRefused("report/gone");
    given(gone).when("nothing").thenEvents(handled("nothing"));
  });
});
