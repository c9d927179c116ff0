import { base, en, Faker } from "@faker-js/faker";
import type { ConnectionCommand, DueCommand } from "../../../events/connections/commands.ts";
import type { Connections } from "../../../events/connections/handle.ts";
import { connectionLimits } from "../../../events/connections/limits.ts";
import { declineReasons, helpedAnswers } from "../../../events/connections/words.ts";
import { Refusal } from "../../../events/errors.ts";
import * as texts from "./conversation-texts.ts";
import type { Person } from "./person.ts";

const minuteMs = 60 * 1000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** How far back the first conversations begin. */
export const conversationDays = 270;

export interface ConversationDependencies {
  readonly connections: Pick<Connections, "ask" | "act" | "pass">;
  /** Sets the time at which everything happens from now on; never back. */
  readonly setTime: (atMs: number) => void;
}

export interface ConversationWish {
  readonly count: number;
  readonly seed: number;
  /** Nothing happens later. */
  readonly endMs: number;
}

export interface LoadedPerson {
  readonly memberId: string;
  readonly person: Person;
}

/** What becomes of a request. */
type Course =
  | "waiting"
  | "asked back"
  | "declined"
  | "withdrawn"
  | "expired"
  | "talking"
  | "ended"
  | "quiet";

/** Each twenty requests have all courses; what one leads to later than now is left out. */
const courses: readonly Course[] = [
  ...["talking", "declined", "ended", "waiting", "expired", "quiet", "withdrawn", "asked back"],
  ...["ended", "talking", "ended", "declined", "talking", "ended", "waiting", "quiet"],
  ...["talking", "ended", "declined", "expired"],
] as Course[];

const cause = { actorId: "seed", correlationId: "seed", causationId: "seed" };
/** How many pairs are tried for one request: somebody may be full, or have asked too much lately. */
const mostPairs = 40;

interface Action {
  readonly atMs: number;
  run(): Promise<void>;
}

/**
 * Believable conversations between made-up people, through the same rules as if they had talked
 * themselves, over nine months.
 *
 * @param report Is told how many requests were made, after each.
 * @returns How many there are: fewer than wished where there are too few people for them.
 */
export async function loadConversations(
  people: readonly LoadedPerson[],
  { count, seed, endMs }: ConversationWish,
  { connections, setTime }: ConversationDependencies,
  report: (done: number) => void,
): Promise<number> {
  const faker = new Faker({ locale: [en, base], seed });
  const pick = <T>(values: readonly T[]) => faker.helpers.arrayElement(values);
  const between = (least: number, most: number) => faker.number.int({ min: least, max: most });
  const askers = people.filter(({ person: { role } }) => role === "cadet");
  const mentors = people.filter(({ person: { role, profile } }) =>
    role !== "cadet" && profile?.isVisible !== false && topicsOf(profile).length > 0
  );
  const planned: Action[] = [];
  let made = 0;

  /** In the order of time; those of one time as they were planned. */
  const plan = (atMs: number, run: Action["run"]) => {
    if (atMs > endMs) return;
    let [low, high] = [0, planned.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((planned[middle]?.atMs ?? 0) <= atMs) low = middle + 1;
      else high = middle;
    }
    planned.splice(low, 0, { atMs, run });
  };

  /** A request to somebody who takes one; nothing where nobody is found. */
  async function ask(course: Course, atMs: number): Promise<void> {
    for (let tried = 0; tried < mostPairs; tried++) {
      const [asker, mentor] = [pick(askers), pick(mentors)];
      const offered = topicsOf(mentor.person.profile);
      // Privacy may keep topics from others: then a request names none.
      const hidesTopics = sharedOf(mentor.person.profile).helpTopics === false;
      const topics = hidesTopics
        ? []
        : faker.helpers.arrayElements(offered, { min: 1, max: Math.min(2, offered.length) });
      const topic = topics[0]?.toLowerCase() ?? "what you do";
      const say = (text: string) => text.replace("{topic}", topic);
      try {
        const id = await connections.ask(
          asker.memberId,
          { mentorId: mentor.memberId, topics, note: say(pick(texts.requestNotes)) },
          cause,
        );
        made += 1;
        report(made);
        follow(course, { id, asker: asker.memberId, mentor: mentor.memberId, say, atMs });
        return;
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
      }
    }
  }

  function follow(
    course: Course,
    { id, asker, mentor, say, atMs }: {
      readonly id: string;
      readonly asker: string;
      readonly mentor: string;
      readonly say: (text: string) => string;
      readonly atMs: number;
    },
  ): void {
    let nowMs = atMs;
    const later = (least: number, most: number) => nowMs += between(least, most);
    const act = (who: string, command: ConnectionCommand) =>
      plan(nowMs, () => unlessRefused(() => connections.act(who, id, command, cause)));
    const pass = (type: DueCommand["type"], afterMs: number) => {
      nowMs += afterMs;
      plan(nowMs, async () => void await connections.pass(id, { type }));
    };
    const write = (who: string, text: string) =>
      act(who, { type: "Write", text: say(text), way: pick(["site", "link"]) });
    const way = () => pick(["link", "link", "site"] as const);

    switch (course) {
      case "waiting":
        return;
      case "asked back":
        later(hourMs, 2 * dayMs);
        write(mentor, pick(texts.questions));
        later(hourMs, 4 * dayMs);
        write(asker, pick(texts.answersToQuestions));
        return;
      case "withdrawn":
        later(dayMs, 9 * dayMs);
        act(asker, { type: "Withdraw" });
        return;
      case "expired":
        pass("Expire", connectionLimits.expiresAfterMs + between(minuteMs, hourMs));
        return;
      case "declined":
        later(hourMs, 8 * dayMs);
        act(mentor, {
          type: "Decline",
          reason: pick([...declineReasons, null]),
          note: pick(texts.refusals) ?? undefined,
          way: way(),
        });
        return;
    }
    later(hourMs, pick([dayMs, 3 * dayMs, 12 * dayMs]));
    act(mentor, { type: "Accept", note: pick(texts.acceptances) ?? undefined, way: way() });
    const turns = between(1, texts.askerLines.length);
    for (let turn = 0; turn < turns; turn++) {
      later(20 * minuteMs, 5 * dayMs);
      write(asker, texts.askerLines[turn] ?? pick(texts.askerLines));
      later(20 * minuteMs, 6 * dayMs);
      write(mentor, texts.mentorLines[turn] ?? pick(texts.mentorLines));
    }
    if (course === "talking") return;
    if (course === "quiet") {
      pass("AskWhetherItGoesOn", connectionLimits.quietAfterMs + between(minuteMs, hourMs));
      pass("EndQuiet", connectionLimits.quietEndsAfterMs + between(minuteMs, hourMs));
    } else {
      later(dayMs, 20 * dayMs);
      act(pick([asker, asker, mentor]), { type: "End" });
    }
    if (faker.number.float() < 0.3) return;
    later(hourMs, 4 * dayMs);
    const helped = pick([...helpedAnswers, "yes", "yes"] as const);
    act(asker, { type: "GiveFeedback", helped, words: pick(texts.feedbackWords) });
  }

  if (askers.length === 0 || mentors.length === 0) return 0;
  for (let index = 0; index < count; index++) {
    const course = courses[index % courses.length] ?? "talking";
    // What has no answer yet was asked lately; a conversation that fell silent began long ago.
    const [oldest, latest] = daysAgo[course];
    const atMs = endMs - Math.round((latest + (oldest - latest) * faker.number.float()) * dayMs);
    plan(atMs, () => ask(course, atMs));
  }
  for (let next = planned.shift(); next !== undefined; next = planned.shift()) {
    setTime(next.atMs);
    await next.run();
  }
  return made;
}

const daysAgo: Readonly<Record<Course, readonly [oldest: number, latest: number]>> = {
  "waiting": [12, 0.01],
  "asked back": [10, 6],
  "withdrawn": [conversationDays, 10],
  "expired": [conversationDays, 16],
  "declined": [conversationDays, 9],
  "talking": [70, 13],
  "ended": [conversationDays, 100],
  "quiet": [conversationDays, 190],
};

/** What somebody does may not be possible any more by then: then they leave it. */
async function unlessRefused(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
  }
}

function topicsOf(profile: Person["profile"]): string[] {
  const topics = profile?.helpTopics;
  return Array.isArray(topics) ? topics.map(String) : [];
}

function sharedOf(profile: Person["profile"]): Readonly<Record<string, unknown>> {
  return (profile?.sharedFields ?? {}) as Readonly<Record<string, unknown>>;
}
