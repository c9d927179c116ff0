import { dayMs, startOfDay } from "../log/day.ts";
import type { Cycle } from "./cycle.ts";
import type { LoggedEvent, Person } from "./people.ts";
import { Counts } from "./tables.ts";

/**
 * Requests of one day, by what is counted and its value: `asked/cadet`, `accepted/3`, `withdrawn`. Names and
 * values are those of `RequestsCounted`.
 */
export type RequestCounts = Counts;

/** Counts by day, such as `2026-11-24`, from `RequestsCounted`. */
export type CountedDays = ReadonlyMap<string, RequestCounts>;

type Nested = number | string | { readonly [name: string]: Nested };

/** The facts of one `RequestsCounted`. */
export function countsOf(facts: Nested, name = "", counts: RequestCounts = new Counts()) {
  if (typeof facts === "number") counts.add(name, facts);
  if (typeof facts !== "object") return counts;
  for (const [key, value] of Object.entries(facts)) {
    countsOf(value, name === "" ? key : `${name}/${key}`, counts);
  }
  return counts;
}

/** The values counted under a name, such as topics. */
export function valuesUnder(counts: RequestCounts, name: string): string[] {
  return counts.values().filter((key) => key.startsWith(`${name}/`))
    .map((key) => key.slice(name.length + 1));
}

export function sumUnder(counts: RequestCounts, name: string): number {
  return valuesUnder(counts, name).reduce((sum, value) => sum + counts.of(`${name}/${value}`), 0);
}

/**
 * Requests by day: from `RequestsCounted`, or from single events with clear facts in old logs.
 *
 * @param fromMs Start of the first cycle; earlier days aren't counted.
 */
export function createRequestDays(counted: CountedDays, fromMs: number) {
  const days = new Map(counted);
  const [firstCounted = "9999"] = counted.keys();
  let askers = new Set<string>();
  let reached = new Set<string>();
  /** Most events are of the same day as the one before. */
  let lastDay = { day: "", startMs: -Infinity };

  function dayAt(atMs: number): string {
    if (atMs < lastDay.startMs || atMs >= lastDay.startMs + dayMs) {
      const startMs = startOfDay(atMs);
      lastDay = { day: new Date(startMs).toISOString().slice(0, 10), startMs };
    }
    return lastDay.day;
  }

  return {
    /** Counts an event that has clear facts. */
    take(event: LoggedEvent, person: Person | undefined): void {
      if (event.atMs < fromMs || !requestTypes.has(event.type)) return;
      const day = dayAt(event.atMs);
      if (counted.has(day)) return;
      const counts = days.get(day) ?? new Counts();
      const role = person?.role ?? "none";
      const isFirst = (members: Set<string>) => members.size < members.add(event.memberId).size;
      const noteReached = () => {
        if (day < firstCounted && isFirst(reached)) counts.add(`reached/${role}`);
      };
      switch (event.type) {
        case "ConnectionRequested": {
          if (!("role" in event.facts)) return;
          const { role: asker, topics, armyBranch, regionCode } = event.facts;
          counts.add(`asked/${asker}`);
          for (const topic of topics) counts.add(`topics/${topic}`);
          counts.add(`branches/${armyBranch ?? ""}`);
          counts.add(`regions/${regionCode ?? ""}`);
          if (isFirst(askers)) counts.add(`askers/${asker}`);
          break;
        }
        case "ConnectionAnswered": {
          if (!("isAccepted" in event.facts)) return;
          const { isAccepted, waited, topics } = event.facts;
          const answer = isAccepted ? "accepted" : "declined";
          counts.add(`${answer}/${waited}`);
          counts.add(`answeredBy/${role}/${answer}`);
          if (isAccepted) { for (const topic of topics) counts.add(`acceptedTopics/${topic}`); }
          break;
        }
        case "ConnectionWithdrawn":
        case "ConnectionExpired":
          if (!("waited" in event.facts)) return;
          counts.add(event.type === "ConnectionExpired" ? "expired" : "withdrawn");
          break;
        // In the asker's stream, it shows that the request was accepted.
        case "ConnectionQuiet":
          noteReached();
          break;
        case "ConnectionEnded":
          if (!("by" in event.facts)) return;
          counts.add("ended");
          if (event.facts.by !== "mentor") noteReached();
          break;
        case "FeedbackGiven":
          if (!("helped" in event.facts)) return;
          counts.add(`feedback/${event.facts.helped}`);
          noteReached();
          break;
        default:
          return;
      }
      days.set(day, counts);
    },
    /** Starts a new cycle, in which everyone counts as a new asker. */
    startCycle(): void {
      askers = new Set();
      reached = new Set();
    },
    /** Counts of a cycle's months, of days that began before a time: a day is counted as a whole. */
    ofMonths({ months, startMs, endMs }: Cycle, atMs: number): RequestCounts[] {
      const counts = months.map(() => new Counts());
      for (const [day, ofDay] of days) {
        const beganMs = Date.parse(day);
        if (beganMs < startMs || beganMs >= Math.min(endMs, atMs)) continue;
        const month = months.findLastIndex((one) => one.startMs <= beganMs);
        for (const key of ofDay.values()) counts[month]?.add(key, ofDay.of(key));
      }
      return counts;
    },
  };
}

/** Types that said in clear what became of requests. */
const requestTypes: ReadonlySet<string> = new Set([
  "ConnectionRequested",
  "ConnectionAnswered",
  "ConnectionWithdrawn",
  "ConnectionExpired",
  "ConnectionQuiet",
  "ConnectionEnded",
  "FeedbackGiven",
]);
