import { type Role, roles } from "../../vocabulary.ts";
import type { CountedEvent } from "../replay/event-reader.ts";
import { createMarks } from "../replay/marks.ts";
import type { MemberGroup, MemberGroups, MentoringCounts } from "../replay/member-groups.ts";
import type { Roster } from "../replay/roster.ts";
import { notGiven } from "../tables.ts";
import { classYearOf } from "./cohorts.ts";
import { createMonthCounts, type Fold, type Observer } from "./statistic.ts";
import { helpersAmong } from "./supply.ts";

/** What can become of a request, and what the count graph calls it. */
export const requestSteps = [
  { label: "Asked", name: "requests", isHeadline: true },
  { label: "Accepted", name: "requests/accepted" },
  { label: "Declined", name: "requests/declined" },
  { label: "Withdrawn", name: "requests/withdrawn" },
  { label: "Expired", name: "requests/expired" },
] as const;
type Step = 0 | 1 | 2 | 3 | 4;

/** Counts by a value, in the order in which the values came. */
type Counts = ReadonlyMap<string, number>;

export interface ConnectionCounts {
  /** How often each step was taken, by month of the cycle. */
  readonly byMonth: readonly (readonly number[])[];
  /** Requests without an answer at the end of each month. */
  readonly open: readonly number[];
  /** Counts of steps, by role of the member who took them. */
  readonly byRole: ReadonlyMap<string, readonly number[]>;
  /** Accepted and declined requests by how long they waited. */
  readonly byWait: Readonly<Record<"accepted" | "declined", Counts>>;
  readonly byTopic: Readonly<Record<"asked" | "accepted", Counts>>;
  readonly byBranch: Counts;
  readonly byRegion: Counts;
  readonly helped: Counts;
  /** Cadets at the end who asked, and those of them who are known to have had a conversation. */
  readonly askers: Counts;
  readonly reached: Counts;
  readonly mentoring: ReadonlyMap<Role, MentoringCounts>;
  /** Alumni who can help. */
  readonly helpers: Readonly<Record<"topic" | "branch" | "region", Counts>>;
}

/** Counts requests and what becomes of them, cycle by cycle. */
export function createConnectionFold(months: number): Fold<ConnectionCounts> {
  const steps = createMonthCounts(months, requestSteps.length);
  const askers = createMarks();
  const reached = createMarks();
  let cycle = createCycleCounts();
  let openBefore = 0;

  const take = (step: Step, { member }: CountedEvent, roster: Roster, month: number) => {
    steps.add(month, step);
    cycle.noteRole(roster.roleOf(member), step);
  };
  const stepOf = (step: Step): Observer => (event, roster, month) =>
    take(step, event, roster, month);
  /** What stands in the asker's stream says that they had a conversation. */
  const isReached: Observer = ({ member }) => reached.mark(member);

  return {
    observers: {
      ConnectionRequested(event, roster, month) {
        take(0, event, roster, month);
        askers.mark(event.member);
        note(cycle.branches, event.branch() ?? notGiven);
        note(cycle.regions, event.region() ?? notGiven);
        for (const topic of event.topics()) note(cycle.topics.asked, topic);
      },
      ConnectionAnswered(event, roster, month) {
        const isAccepted = event.isAccepted();
        take(isAccepted ? 1 : 2, event, roster, month);
        note(cycle.waits[isAccepted ? "accepted" : "declined"], event.waited() ?? "longer");
        if (!isAccepted) return;
        for (const topic of event.topics()) note(cycle.topics.accepted, topic);
      },
      ConnectionWithdrawn: stepOf(3),
      ConnectionExpired: stepOf(4),
      ConnectionQuiet: isReached,
      ConnectionEnded(event, roster, month) {
        if (event.endedBy() !== "mentor") isReached(event, roster, month);
      },
      FeedbackGiven(event, roster, month) {
        isReached(event, roster, month);
        note(cycle.helped, event.helped() ?? "no");
      },
    },
    close(groups, { index, atMs }) {
      const byMonth = steps.ofCycle(index);
      const open = byMonth.map(([requests = 0, ...others]) => {
        openBefore += requests - others.reduce((sum, count) => sum + count, 0);
        return Math.max(0, openBefore);
      });
      const cadets = groups.members.withRole("cadet").marked(askers);
      const counts = {
        byMonth,
        open,
        ...cycle.close(),
        askers: countYears(cadets),
        reached: countYears(cadets.marked(reached)),
        // The end is the last moment of the cycle: a pause until the next one is still on.
        mentoring: new Map(
          roles.map((role) =>
            [role, groups.members.withRole(role).countMentoring(atMs - 1)] as const
          ),
        ),
        helpers: countHelpers(groups),
      };
      cycle = createCycleCounts();
      askers.clear();
      reached.clear();
      return counts;
    },
  };
}

/** Counts of one cycle. */
function createCycleCounts() {
  const byRole = new Map<string, number[]>(roles.map((role) => [role, requestSteps.map(() => 0)]));
  const counts = {
    waits: { accepted: new Map<string, number>(), declined: new Map<string, number>() },
    topics: { asked: new Map<string, number>(), accepted: new Map<string, number>() },
    branches: new Map<string, number>(),
    regions: new Map<string, number>(),
    helped: new Map<string, number>(),
  };
  return {
    ...counts,
    noteRole(role: Role | null, step: Step) {
      const ofRole = byRole.get(role ?? "");
      if (ofRole !== undefined) ofRole[step] = (ofRole[step] ?? 0) + 1;
    },
    close: () => ({
      byRole,
      byWait: counts.waits,
      byTopic: counts.topics,
      byBranch: counts.branches,
      byRegion: counts.regions,
      helped: counts.helped,
    }),
  };
}

function note(counts: Map<string, number>, value: string): void {
  counts.set(value, (counts.get(value) ?? 0) + 1);
}

function countYears(group: MemberGroup): Counts {
  const counts = new Map<string, number>();
  for (const [years, count] of group.countBy("classYear")) {
    if (count === 0) continue;
    const year = years === null ? notGiven : classYearOf(years);
    counts.set(year, (counts.get(year) ?? 0) + count);
  }
  return counts;
}

function countHelpers({ profiles }: MemberGroups): ConnectionCounts["helpers"] {
  const helpers = helpersAmong(profiles);
  const named = (counts: ReadonlyMap<string | null, number>) =>
    new Map([...counts].map(([value, count]) => [value ?? notGiven, count]));
  return {
    topic: helpers.countTopics(),
    branch: named(helpers.countBy("branch")),
    region: named(helpers.countBy("region")),
  };
}
