import { isStaff } from "../../events/program/admission.ts";
import { createRoster } from "../../api/program/roster.ts";
import { Program } from "../../api/program/program.ts";
import type { Product } from "../../api/product.ts";
import { decide } from "../../events/members/decide.ts";
import { evolve, type Member } from "../../events/members/evolve.ts";
import { decideReport } from "../../events/program/decide-report.ts";
import { standingOf } from "../../events/read/project.ts";
import type { ReportRecord } from "../../events/read/reports.ts";
import type { MemoryMembers } from "./memory-members.ts";

export interface MemoryReport extends ReportRecord {
  readonly text: string;
}

/** The staff's actions in memory, with the real rules. */
export function createMemoryProgram(
  { members, now, find, table }: MemoryMembers,
  given: readonly MemoryReport[] = [],
): Product["program"] {
  const reports = new Map(given.map((report) => [report.reportId, report]));
  const all = () => [...members.values()];
  const notAbout = (memberId: string) =>
    [...reports.values()].filter(({ reportedId }) => reportedId !== memberId);
  const stateOf = ({ handled }: ReportRecord) => handled === null ? "open" : "handled";

  const changedSince = async (position: number) =>
    position >= 0
      ? []
      : all().map((member) => ({ memberId: member.memberId, position: 0, member }));

  return new Program({
    async catchUpAll() {},
    limits: { async change() {} },
    wakeSender() {},
    now: () => new Date(now),
    members: {
      async execute(memberId, command) {
        const before: Member = { status: "present", record: find(memberId) };
        const atMs = Date.parse(now);
        const after = decide(before, command, new Date(now))
          .reduce((member, event) => evolve(member, { memberId, atMs, event }), before as Member);
        if (after.status !== "present") return undefined;
        members.set(memberId, after.record);
        return after.record;
      },
    },
    table,
    history: {
      page: async () => ({ entries: [], before: null }),
      about: async () => [],
      staffSince: async () => new Map(),
    },
    countUnanswered: async () => 0,
    surges: { latest: async () => null, accountsOf: async () => [] },
    roster: createRoster({ table: { changedSince } }),
    people: {
      standing: async (as) => all().filter((member) => standingOf(member) === as),
      waiting: async () => all().filter((member) => standingOf(member) === "approval").length,
      cadre: async () => all().filter(({ role }) => role === "cadre"),
      staff: async () => all().filter(isStaff),
    },
    reportTable: {
      notAbout: async (memberId, { state, offset = 0, limit }) =>
        notAbout(memberId).filter((report) => state === undefined || stateOf(report) === state)
          .slice(offset, offset + limit),
      countNotAbout: async (memberId) => {
        const of = notAbout(memberId).map(stateOf);
        const open = of.filter((state) => state === "open").length;
        return { open, handled: of.length - open };
      },
    },
    reports: {
      async handle(memberId, decision) {
        const report = reports.get(decision.reportId);
        const staffIds = all().filter(({ isCadreConfirmed }) => isCadreConfirmed)
          .map((each) => each.memberId);
        const reported = members.get(report?.reportedId ?? "");
        decideReport({ member: find(memberId), report, reported, staffIds }, decision);
        if (report === undefined) return;
        const handled = { action: decision.action, handlerId: memberId, at: now };
        reports.set(report.reportId, { ...report, handled });
      },
      texts: async (of) =>
        new Map(of.flatMap(({ reportId, reportedId }) => {
          const text = reports.get(reportId)?.text;
          return text === undefined || reportedId === null ? [] : [[reportId, text]];
        })),
    },
  });
}
