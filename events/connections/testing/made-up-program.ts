import { createRandom } from "../../testing/random.ts";
import { emptyStream, type Json } from "../../log/event-log.ts";
import { numberAll } from "../../log/numbered.ts";
import { dayMs, startOfDay } from "../../log/day.ts";
import type { MemberEvent } from "../../members/events.ts";
import { unknownMember } from "../../members/evolve.ts";
import { createPrivateStreams } from "../../members/private-streams.ts";
import { newKey } from "../../vault/seal.ts";
import { armyBranches, helpTopics, type Role } from "../../vocabulary.ts";
import { commitsOf } from "../../commits.ts";
import { countDay } from "../count-day.ts";
import { countsStream } from "../count-events.ts";
import { waitOf } from "../decide.ts";
import { isBetweenTwo } from "../events.ts";

/** A row of a log that was stolen: what is clear of it. */
export interface StolenRow {
  readonly stream: string;
  readonly type: string;
  readonly atMs: number;
  readonly facts: Readonly<Record<string, Json>>;
  /** Of the sealed payload. */
  readonly bytes: number;
}

export interface MadeUpPerson {
  readonly memberId: string;
  readonly role: Role;
  readonly facts: Readonly<Record<string, Json>>;
}

interface Happened {
  readonly atMs: number;
  readonly memberId: string;
  readonly event: MemberEvent;
  /** Of an answer and a request, who asked. */
  readonly askerId?: string;
}

/** A program of people who do not exist, over nine months, and who asked whom. */
export interface MadeUpProgram {
  readonly people: readonly MadeUpPerson[];
  readonly history: readonly Happened[];
}

const startMs = Date.UTC(2026, 0, 1);
const days = 270;
const regions = ["US-TX", "US-VA", "US-CA", "US-NC", "other"];

/** @param ofSessions The share of requests that directly follow something clear that the asker did. */
export function makeUpProgram(
  { people: count, seed, ofSessions }: {
    readonly people: number;
    readonly seed: number;
    readonly ofSessions: number;
  },
): MadeUpProgram {
  const random = createRandom(seed);
  const people = Array.from({ length: count }, (_, at): MadeUpPerson => ({
    memberId: random.uuid(),
    role: at % 20 === 0 ? "cadre" : at % 20 < 7 ? "cadet" : "alumni",
    facts: {
      armyBranch: random.pick(armyBranches),
      regionCode: random.pick(regions),
      helpTopics: helpTopics.filter(() => random.chance(0.3)),
    },
  }));
  const askers = people.filter(({ role }) => role === "cadet");
  const mentors = people.filter(({ role }) => role !== "cadet");
  const history: Happened[] = [];
  const clear = (atMs: number, { memberId }: MadeUpPerson) =>
    history.push({
      atMs,
      memberId,
      event: { type: "ProfileChanged", facts: { changed: ["bio"] }, personal: {} },
    });
  const anyTime = () => startMs + random.int(days * dayMs);
  for (let made = 0; made < count * 6; made++) clear(anyTime(), random.pick(people));
  for (let made = 0; made < count * 0.6; made++) {
    const asker = random.pick(random.chance(0.1) ? people : askers);
    const mentor = random.pick(mentors);
    if (asker === mentor) continue;
    const connectionId = random.uuid();
    const askerId = asker.memberId;
    let atMs = anyTime();
    const say = (
      who: MadeUpPerson,
      type: string,
      values: Record<string, Json>,
      afterMs: number,
    ) => {
      atMs += Math.floor(afterMs);
      const personal = { connectionId, ...values };
      const event = { type, facts: {}, personal } as unknown as MemberEvent;
      history.push({ atMs, memberId: who.memberId, event, askerId });
    };
    const waitMs = () => -Math.log(1 - random.int(1e6) / 1e6) * 2 * dayMs;
    const text = () => "x".repeat(50 + random.int(900));
    const topics = (mentor.facts.helpTopics as readonly string[]).slice(0, 1 + random.int(2));
    if (random.chance(ofSessions)) clear(atMs - 1, asker);
    say(asker, "ConnectionRequested", {
      memberId: mentor.memberId,
      role: asker.role,
      askedRole: mentor.role,
      topics,
      armyBranch: mentor.facts.armyBranch ?? null,
      regionCode: mentor.facts.regionCode ?? null,
    }, 0);
    say(asker, "MessageSent", { text: text(), way: "site" }, 0);
    if (random.chance(0.15)) {
      say(asker, "ConnectionExpired", { waited: "14" }, 14 * dayMs);
      continue;
    }
    const waitedMs = Math.min(waitMs(), 14 * dayMs - 1);
    const isAccepted = random.chance(0.7);
    const reason = isAccepted ? null : "no-time";
    say(
      mentor,
      "ConnectionAnswered",
      { isAccepted, waited: waitOf(waitedMs), topics, reason },
      waitedMs,
    );
    if (!isAccepted) continue;
    for (let texts = random.int(6); texts > 0; texts--) {
      say(random.pick([asker, mentor]), "MessageSent", { text: text(), way: "site" }, waitMs());
    }
    say(asker, "ConnectionEnded", { lasted: "14", by: "asker" }, 10 * waitMs());
  }
  return { people, history: history.toSorted((one, other) => one.atMs - other.atMs) };
}

/** The same log as it is recorded, by what is clear of it; with the counts of each day. */
export async function stealLog({ people, history }: MadeUpProgram): Promise<StolenRow[]> {
  const random = createRandom(1);
  const privateStreams = createPrivateStreams(newKey());
  const keys = new Map(people.map(({ memberId }) => [memberId, newKey()]));
  const counts = new Map<string, number>();
  const rows: StolenRow[] = [];
  for (const { atMs, memberId, event } of history) {
    const privateCount = counts.get(memberId) ?? 0;
    const commits = commitsOf(memberId, {
      ...{ member: unknownMember, head: emptyStream, isWithPrivate: false, erase: [], mail: [] },
      key: keys.get(memberId),
      ...{ privateCount, atMs },
      cause: { actorId: memberId, correlationId: "request" },
      events: [{ event, eventId: random.uuid() }],
    }, { privateStreams, newId: random.uuid, keyOf: () => undefined });
    counts.set(memberId, privateCount + (isBetweenTwo(event) ? 1 : 0));
    for (const one of numberAll(commits.map(({ commit }) => commit), atMs).flat()) {
      const facts = one.facts as StolenRow["facts"];
      const bytes = one.sealed?.length ?? 0;
      rows.push({ stream: one.stream, type: one.type, atMs: one.atMs, facts, bytes });
    }
  }
  const byDay = Map.groupBy(history, (happened) => startOfDay(happened.atMs));
  const roles = new Map(people.map(({ memberId, role }) => [memberId, role]));
  for (const [atMs, events] of byDay) {
    const facts = await countDay(new Date(atMs).toISOString().slice(0, 10), events, {
      roleOf: async (memberId) => roles.get(memberId),
      askerOf: async () => undefined,
      hasAskedBefore: async () => false,
      wasAcceptedBefore: async () => false,
    });
    if (facts === undefined) continue;
    const more = { stream: countsStream, type: "RequestsCounted", bytes: 0 };
    rows.push({ ...more, atMs: atMs + dayMs, facts: facts as unknown as StolenRow["facts"] });
  }
  return rows;
}

/** The same log as versions before recorded it: facts in clear, times exact, in the members' own streams. */
export function stealOldLog({ history }: MadeUpProgram): StolenRow[] {
  return history.map(({ atMs, memberId, event }) => {
    const { connectionId: _, memberId: __, text, ...facts } = {
      ...event.personal as Record<string, Json>,
    };
    const bytes = String(text ?? "").length;
    return { stream: memberId, type: event.type, atMs, facts, bytes };
  });
}
