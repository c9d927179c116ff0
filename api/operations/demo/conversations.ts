import { base, en, Faker } from "@faker-js/faker";
import type { ConnectionCommand, DueCommand } from "../../../events/connections/commands.ts";
import type { Connections } from "../../../events/connections/handle.ts";
import { connectionLimits } from "../../../events/connections/limits.ts";
import { declineReasons, helpedAnswers } from "../../../events/connections/words.ts";
import { Refusal } from "../../../events/errors.ts";
import texts from "./conversation-texts.json" with { type: "json" };
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

/** What becomes of a request: how often, in weights, and how many days ago it was made. */
const courses = {
  "waiting": { weight: 2, oldest: 12, latest: 0.01 },
  "asked back": { weight: 1, oldest: 10, latest: 6 },
  "withdrawn": { weight: 1, oldest: conversationDays, latest: 10 },
  "expired": { weight: 2, oldest: conversationDays, latest: 16 },
  "declined": { weight: 3, oldest: conversationDays, latest: 9 },
  "talking": { weight: 4, oldest: 70, latest: 13 },
  "ended": { weight: 5, oldest: conversationDays, latest: 100 },
  "quiet": { weight: 2, oldest: conversationDays, latest: 190 },
} as const;
type Course = keyof typeof courses;
const inTurn = Object.entries(courses)
  .flatMap(([course, { weight }]) => Array<Course>(weight).fill(course as Course));

const cause = { actorId: "seed", correlationId: "seed", causationId: "seed" };
/** How many pairs are tried for one request: somebody may be full, or have asked too much lately. */
const mostPairs = 40;

/** A conversation between two who are found when it begins; without an id, nobody was. */
interface Conversation {
  id?: string;
  asker?: string;
  mentor?: string;
  topic: string;
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
  if (askers.length === 0 || mentors.length === 0) return 0;
  const planned: { readonly atMs: number; run(): Promise<unknown> }[] = [];
  let made = 0;

  /** Has somebody ask who may; what they ask about, privacy may keep from others. */
  async function ask(conversation: Conversation): Promise<void> {
    for (let tried = 0; tried < mostPairs && conversation.id === undefined; tried++) {
      const [{ memberId: asker }, { memberId: mentor, person }] = [pick(askers), pick(mentors)];
      const shared = person.profile?.sharedFields as Record<string, unknown> | undefined;
      const topics = shared?.helpTopics === false
        ? []
        : faker.helpers.arrayElements(topicsOf(person.profile), { min: 1, max: 2 });
      const topic = topics[0]?.toLowerCase() ?? "what you do";
      const note = pick(texts.requestNotes).replace("{topic}", topic);
      await unlessRefused(async () => {
        const id = await connections.ask(asker, { mentorId: mentor, topics, note }, cause);
        Object.assign(conversation, { id, asker, mentor, topic });
        report(++made);
      });
    }
  }

  /** Plans all that a conversation consists of. */
  function plan(course: Course): void {
    const { oldest, latest } = courses[course];
    const conversation: Conversation = { topic: "" };
    // What has no answer yet was asked lately; a conversation that fell silent began long ago.
    let atMs = endMs - Math.round((latest + (oldest - latest) * faker.number.float()) * dayMs);
    planned.push({ atMs, run: () => ask(conversation) });
    const later = (least: number, most: number, run: (id: string) => Promise<unknown>) => {
      atMs += between(least, most);
      planned.push({ atMs, run: async () => conversation.id && await run(conversation.id) });
    };
    const act = (
      who: "asker" | "mentor",
      [least, most]: readonly [number, number],
      command: ConnectionCommand,
    ) =>
      later(
        least,
        most,
        (id) => unlessRefused(() => connections.act(conversation[who] ?? "", id, command, cause)),
      );
    const write = (
      who: "asker" | "mentor",
      within: readonly [number, number],
      text: string,
    ) => {
      const way = pick(["site", "link"] as const);
      later(...within, (id) =>
        unlessRefused(() => {
          const told = text.replace("{topic}", conversation.topic);
          const command = { type: "Write", text: told, way } as const;
          return connections.act(conversation[who] ?? "", id, command, cause);
        }));
    };
    const pass = (type: DueCommand["type"], afterMs: number) =>
      later(afterMs + minuteMs, afterMs + hourMs, (id) => connections.pass(id, { type }));
    const way = pick(["link", "link", "site"] as const);

    if (course === "waiting") return;
    if (course === "withdrawn") return act("asker", [dayMs, 9 * dayMs], { type: "Withdraw" });
    if (course === "expired") return pass("Expire", connectionLimits.expiresAfterMs);
    if (course === "asked back") {
      write("mentor", [hourMs, 2 * dayMs], pick(texts.questions));
      return write("asker", [hourMs, 4 * dayMs], pick(texts.answersToQuestions));
    }
    if (course === "declined") {
      const reason = pick([...declineReasons, null]);
      const note = pick(texts.refusals) ?? undefined;
      return act("mentor", [hourMs, 8 * dayMs], { type: "Decline", reason, note, way });
    }
    const note = pick(texts.acceptances) ?? undefined;
    const answersWithin = pick([dayMs, 3 * dayMs, 12 * dayMs]);
    act("mentor", [hourMs, answersWithin], { type: "Accept", note, way });
    const lines = between(1, texts.askerLines.length);
    for (let line = 0; line < lines; line++) {
      write("asker", [20 * minuteMs, 5 * dayMs], texts.askerLines[line] ?? "");
      write("mentor", [20 * minuteMs, 6 * dayMs], texts.mentorLines[line] ?? "");
    }
    if (course === "talking") return;
    if (course === "quiet") {
      pass("AskWhetherItGoesOn", connectionLimits.quietAfterMs);
      pass("EndQuiet", connectionLimits.quietEndsAfterMs);
    } else {
      act(pick(["asker", "asker", "mentor"]), [dayMs, 20 * dayMs], { type: "End" });
    }
    if (faker.number.float() < 0.3) return;
    const helped = pick([...helpedAnswers, "yes", "yes"] as const);
    const words = pick(texts.feedbackWords);
    act("asker", [hourMs, 4 * dayMs], { type: "GiveFeedback", helped, words });
  }

  // Seven and twenty have no divisor in common: a few requests have different courses, too.
  for (let index = 0; index < count; index++) plan(inTurn[index * 7 % inTurn.length] ?? "talking");
  planned.sort((one, other) => one.atMs - other.atMs);
  for (const { atMs, run } of planned) {
    if (atMs > endMs) break;
    setTime(atMs);
    await run();
  }
  return made;
}

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
