import { placesOf, type RequestEvent } from "../connections/count-day.ts";
import { startOfDay } from "../log/day.ts";
import type { Cycle } from "./cycle.ts";
import type { LoggedEvent, Person } from "./people.ts";
import { Counts } from "./tables.ts";

/** Requests by day and what is counted: `asked/cadet`, `accepted/3`, as in `RequestsCounted`. */
export type CountedDays = ReadonlyMap<string, Counts>;

type Nested = number | string | { readonly [name: string]: Nested };

export function countsOf(facts: Nested, name = "", counts = new Counts()): Counts {
  if (typeof facts === "number") counts.add(name, facts);
  if (typeof facts !== "object") return counts;
  for (const [key, value] of Object.entries(facts)) {
    countsOf(value, name === "" ? key : `${name}/${key}`, counts);
  }
  return counts;
}

/** Requests by day: from `RequestsCounted`, or from single events with clear facts in old logs. */
export class RequestDays {
  readonly #firstCounted: string;
  readonly #days: Map<string, Counts>;
  #askers = new Set<string>();
  #reached = new Set<string>();

  /** @param fromMs Start of the first cycle; earlier days aren't counted. */
  constructor(private readonly counted: CountedDays, private readonly fromMs: number) {
    this.#firstCounted = counted.keys().next().value ?? "9999";
    this.#days = new Map(counted);
  }

  startCycle(): void {
    this.#askers = new Set();
    this.#reached = new Set();
  }

  /** Counts an event with clear facts about a request. */
  take(event: LoggedEvent, person: Person | undefined): void {
    if (event.atMs < this.fromMs) return;
    const day = new Date(startOfDay(event.atMs)).toISOString().slice(0, 10);
    if (this.counted.has(day)) return;
    const role = person?.role ?? "none";
    const names = namesOf(event, role);
    if (event.type === "ConnectionRequested" && names.length > 0) {
      if (isFirst(this.#askers, event)) names.push(names[0]?.replace("asked", "askers") ?? "");
    }
    if (day < this.#firstCounted && showsHelp(event) && isFirst(this.#reached, event)) {
      names.push(`reached/${role}`);
    }
    if (names.length === 0) return;
    const counts = this.#days.get(day) ?? new Counts();
    for (const name of names) counts.add(name);
    this.#days.set(day, counts);
  }

  /** Adds days that began before a time to a cycle's months. A day is counted as a whole. */
  addTo(sums: readonly Counts[], { months, startMs, endMs }: Cycle, atMs: number): void {
    for (const [day, counts] of this.#days) {
      const beganMs = Date.parse(day);
      if (beganMs < startMs || beganMs >= Math.min(endMs, atMs)) continue;
      sums[months.findLastIndex((one) => one.startMs <= beganMs)]?.addAll(counts);
    }
  }
}

function isFirst(members: Set<string>, { memberId }: LoggedEvent): boolean {
  return members.size < members.add(memberId).size;
}

/** Whether an event in the asker's stream shows that their request was accepted. */
function showsHelp(event: LoggedEvent): boolean {
  return event.type === "ConnectionQuiet" ||
    event.type === "ConnectionEnded" && "by" in event.facts && event.facts.by !== "mentor" ||
    event.type === "FeedbackGiven" && "helped" in event.facts;
}

/** Names under which an event counts; empty without clear facts. */
function namesOf(event: LoggedEvent, role: string): string[] {
  const places = placesOf({ type: event.type, said: event.facts } as RequestEvent) ?? [];
  const names = places.map((place) => place.join("/"));
  if (event.type !== "ConnectionAnswered" || !("isAccepted" in event.facts)) return names;
  return [...names, `answeredBy/${role}/${event.facts.isAccepted ? "accepted" : "declined"}`];
}
