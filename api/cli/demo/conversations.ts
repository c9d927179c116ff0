import { base, en, Faker } from "@faker-js/faker";
import type { ConnectionCommand, DueCommand } from "../../../events/connections/commands.ts";
import type { ConnectionCommands } from "../../../events/connections/handle.ts";
import { connectionLimits } from "../../../events/connections/limits.ts";
import { declineReasons, helpedAnswers } from "../../../events/connections/vocabulary.ts";
import { Refusal } from "../../../events/errors.ts";
import content from "./conversations.json" with { type: "json" };
import type { Newcomer } from "./people.ts";

const dayMs = 24 * 60 * 60 * 1000;

export const conversationDays = 270;

/** An event after a request, in a course of `conversations.json`. */
interface Step {
  /** `both` means messages that go back and forth. */
  readonly by: "asker" | "mentor" | "time" | "both";
  /** Minimum and maximum time after the previous step. */
  readonly days?: readonly number[];
  /** A limit that must have passed before. */
  readonly after?: keyof typeof connectionLimits;
  readonly type?: string;
  readonly texts?: string;
  readonly chance?: number;
}

interface Course {
  readonly weight: number;
  readonly daysAgo: readonly number[];
  readonly steps: readonly Step[];
}

const byWeight = (content.courses as readonly Course[])
  .flatMap((course) => Array<Course>(course.weight).fill(course));
const cause = { actorId: "seed", correlationId: "seed" };
/** Pairs tried for one request, because mentor or asker may be at their limit. */
const mostPairs = 40;

/**
 * Creates believable conversations between made-up people over nine months, by the real rules.
 * @param report Called after each request with the number so far.
 * @returns The number created, which is lower if there are too few people.
 */
export async function loadConversations(
  people: readonly Newcomer[],
  { count, seed, endMs }: Readonly<Record<"count" | "seed" | "endMs", number>>,
  { connections, setTime }: {
    readonly connections: Pick<ConnectionCommands, "ask" | "act" | "recordDue">;
    /** Sets the time of the following events. Never goes back. */
    readonly setTime: (atMs: number) => void;
  },
  report: (done: number) => void,
): Promise<number> {
  const faker = new Faker({ locale: [en, base], seed });
  const pick = <T>(values: readonly T[]) => faker.helpers.arrayElement(values);
  const daysBetween = ([min = 0, max = 0]: readonly number[]) =>
    Math.round(faker.number.float({ min, max }) * dayMs);
  const askers = people.filter(({ role }) => role === "cadet");
  const mentors = people.filter((person) =>
    person.role !== "cadet" && person.profile?.isVisible !== false && topicsOf(person).length > 0
  );
  if (askers.length === 0 || mentors.length === 0) return 0;
  const planned: { readonly atMs: number; run(): Promise<unknown> }[] = [];
  let made = 0;
  for (let index = 0; index < count; index++) {
    // Seven and twenty have no common divisor, so even a few requests take different courses.
    const { daysAgo, steps } = byWeight[index * 7 % byWeight.length] as Course;
    let atMs = endMs - daysBetween(daysAgo);
    // Asker and mentor are chosen at its start. Without a pair, its later steps do nothing.
    let started: Awaited<ReturnType<typeof ask>>;
    planned.push({ atMs, run: async () => started = await ask() });
    for (const { days = [], after, chance = 1, ...step } of steps.flatMap(withLines)) {
      if (faker.number.float() >= chance) continue;
      atMs += (after === undefined ? 0 : connectionLimits[after]) + daysBetween(days);
      planned.push({ atMs, run: async () => started && await act(step, started) });
    }
  }
  planned.sort((one, other) => one.atMs - other.atMs);
  for (const { atMs, run } of planned) {
    if (atMs > endMs) break;
    setTime(atMs);
    await run();
  }
  return made;

  async function ask() {
    for (let tried = 0; tried < mostPairs; tried++) {
      const { memberId: asker } = pick(askers);
      const mentor = pick(mentors);
      const topics = faker.helpers.arrayElements(topicsOf(mentor), { min: 1, max: 2 });
      const topic = String(topics[0]).toLowerCase();
      const note = pick(content.requestNotes).replace("{topic}", topic);
      const wish = { mentorId: mentor.memberId, topics, note };
      const id = await unlessRefused(connections.ask(asker, wish, cause));
      if (id === undefined) continue;
      report(++made);
      return { id, asker, mentor: mentor.memberId, topic };
    }
  }

  function withLines(step: Step): Step[] {
    if (step.by !== "both") return [step];
    const lines = faker.number.int({ min: 1, max: content.askerLines.length });
    return content.askerLines.slice(0, lines).flatMap((_, at): Step[] => [
      { by: "asker", type: "Write", days: [0.02, 5], texts: `askerLines.${at}` },
      { by: "mentor", type: "Write", days: [0.02, 6], texts: `mentorLines.${at}` },
    ]);
  }

  async function act(
    step: Step,
    { id, topic, ...memberIds }: NonNullable<Awaited<ReturnType<typeof ask>>>,
  ): Promise<void> {
    if (step.by === "time") {
      return void await connections.recordDue(id, { type: step.type } as DueCommand);
    }
    const [name = "", line] = step.texts?.split(".") ?? [];
    const texts = content[name as "askerLines"] ?? [];
    const text = texts.length === 0 ? null : line === undefined ? pick(texts) : texts[Number(line)];
    const command = {
      type: step.type,
      text: text?.replace("{topic}", topic),
      note: text ?? undefined,
      words: text,
      way: pick(["link", "link", "site"]),
      reason: pick([...declineReasons, null]),
      helped: pick([...helpedAnswers, "yes", "yes"]),
    } as ConnectionCommand;
    await unlessRefused(connections.act(memberIds[step.by as "asker"], id, command, cause));
  }
}

/** A step may be impossible by then; the conversation continues without it. */
async function unlessRefused<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
  }
}

const topicsOf = ({ profile }: Newcomer) => (profile?.helpTopics ?? []) as readonly string[];
