/**
 * A simulated year of questions to a program's alumni, through the real commands on a real database with a
 * moved clock. What people do is assumed, with a fixed seed; the order among alumni who were asked equally
 * often follows random ids, so figures differ by a few points between runs:
 *
 * - 60 cadets ask three questions a year each, on a day of a term (September to November, January to April).
 * - 200 alumni each help with 3 of 8 topics; the most asked topics are offered most. Of them, 15 % take no
 *   requests, and 10 % are paused for the first half of the year.
 * - A mailed alumnus answers with a given chance, if the question is still open then: half of those who
 *   will answer do so within a day, almost all within four.
 * - A conversation ends 45 days after it began.
 */
import { expect, it } from "vitest";
import { dayMs } from "../../day.ts";
import { openSystemWith } from "../../testing/people.ts";
import { createRandom } from "../../testing/random.ts";
import { profileFieldsWith } from "../../testing/members.ts";
import { cause } from "../../testing/system.ts";
import { helpTopics } from "../../vocabulary.ts";

const [cadetCount, alumniCount, questionsEach] = [60, 200, 3] as const;
const hourMs = dayMs / 24;
const startMs = Date.parse("2026-08-01T12:00:00Z");

interface Figures {
  readonly questions: number;
  readonly answeredIn7: string;
  readonly answeredIn30: string;
  readonly unanswered: string;
  readonly mails: number;
  readonly median: number;
  readonly most: number;
  readonly shortestGapDays: number;
}

async function aYear(chance: number): Promise<Figures> {
  const { next: random } = createRandom(52);
  const pick = <T>(some: readonly T[], weight = 1): T =>
    some[Math.floor(random() ** weight * some.length)] as T;
  const topics = helpTopics.slice(0, 8);
  const cadets = Array.from({ length: cadetCount }, (_, at) => `cadet${at}`);
  const alumni = Array.from({ length: alumniCount }, (_, at) => `alum${at}`);
  const system = await openSystemWith(
    Object.fromEntries([
      ...cadets.map((name) => [name, "cadet"] as const),
      ...alumni.map((name) => [name, "alumni"] as const),
    ]),
  );
  const { clock, questions, readModel, members, connections, mailQueue } = system;
  clock.ms = startMs;
  for (const name of alumni) {
    const offered = new Set<string>();
    while (offered.size < 3) offered.add(pick(topics, 1.5));
    const fields = profileFieldsWith({
      primaryEmail: `${name}@example.com`,
      helpTopics: [...offered],
    });
    await members.execute(name, { type: "ChangeProfile", fields }, cause);
    const chosen = random();
    if (chosen < 0.15) await connections.changeMentoring(name, { takesRequests: false }, cause);
    else if (chosen < 0.25) {
      await connections.changeMentoring(name, { pausedUntil: "2027-02" }, cause);
    }
  }

  const isTerm = (atMs: number) => [8, 9, 10, 0, 1, 2, 3].includes(new Date(atMs).getUTCMonth());
  const asks = cadets.flatMap((who) =>
    Array.from({ length: questionsEach }, () => {
      let atMs = startMs;
      do atMs = startMs + random() * 365 * dayMs; while (!isTerm(atMs));
      return { atMs, who, topic: pick(topics, 1.5) };
    })
  ).sort((one, other) => one.atMs - other.atMs);
  const answers: { readonly atMs: number; readonly who: string; readonly id: string }[] = [];
  const mailed = new Map<string, number[]>(alumni.map((name) => [name, []]));
  const asked: string[] = [];
  const seen = new Set<string>();

  /** Reads the mails that were queued, and decides who will answer when. */
  async function readMails(): Promise<void> {
    const due = await mailQueue.take({ limit: 1000, leaseMs: 1 });
    for (const { kind, memberId, content, messageId } of due) {
      if (kind !== "connection-question" || seen.has(messageId)) continue;
      seen.add(messageId);
      mailed.get(memberId)?.push(clock.ms);
      const { questionId: id } = content as { questionId: string };
      const days = Math.min(6, -Math.log(1 - random()) * 1.44);
      if (random() < chance) answers.push({ atMs: clock.ms + days * dayMs, who: memberId, id });
    }
    await mailQueue.remove(due.map(({ messageId }) => messageId));
  }

  async function doDueWork(): Promise<void> {
    for (const waitsFor of ["next-round", "end"] as const) {
      for (const { questionId } of await readModel.questions.waiting(waitsFor, clock.ms, 1000)) {
        await questions.recordDue(questionId);
      }
    }
  }

  const untilMs = startMs + 395 * dayMs;
  for (; clock.ms < untilMs; clock.ms += 6 * hourMs) {
    if (new Date(clock.ms).getUTCHours() === 12) {
      for (const id of await readModel.members.pausedUntil(iso(clock.ms).slice(0, 7), 1000)) {
        await connections.resume(id);
      }
      for (const { connectionId, askerId, answeredAt } of await openConversations()) {
        if (clock.ms < Date.parse(answeredAt ?? "") + 45 * dayMs) continue;
        await connections.act(String(askerId), connectionId, { type: "End" }, cause);
      }
    }
    await doDueWork();
    while (asks[0] !== undefined && asks[0].atMs <= clock.ms) {
      const { who, topic } = asks.shift() as typeof asks[number];
      const text = "How did you choose?";
      // A second question on a topic that is still open isn't asked.
      const id = await questions.ask(who, { topic, text }, cause).catch(() => undefined);
      if (id !== undefined) asked.push(id);
    }
    await readMails();
    answers.sort((one, other) => one.atMs - other.atMs);
    while (answers[0] !== undefined && answers[0].atMs <= clock.ms) {
      const { who, id } = answers.shift() as typeof answers[number];
      // Someone with as many conversations as they want can't.
      await questions.answer(who, id, { way: "link" }, cause).catch(() => undefined);
    }
  }

  async function openConversations() {
    const rows = await Promise.all(cadets.map((name) => readModel.connections.askedBy(name)));
    return rows.flat().filter(({ state }) => state === "accepted");
  }

  const found = (await Promise.all(cadets.map((name) => readModel.questions.askedBy(name)))).flat();
  const answeredWithin = (days: number) =>
    found.filter(({ state, askedAt, lastStepAt }) =>
      state === "answered" && Date.parse(lastStepAt) - Date.parse(askedAt) <= days * dayMs
    ).length;
  const share = (count: number) => `${(100 * count / found.length).toFixed(1)} %`;
  const counts = [...mailed.values()].map(({ length }) => length).toSorted((a, b) => a - b);
  const gaps = [...mailed.values()].flatMap((times) =>
    times.slice(1).map((at, index) => (at - (times[index] ?? 0)) / dayMs)
  );
  expect(await readModel.differences()).toEqual([]);
  return {
    questions: found.length,
    answeredIn7: share(answeredWithin(7)),
    answeredIn30: share(answeredWithin(30)),
    unanswered: share(found.filter(({ state }) => state === "ended").length),
    mails: counts.reduce((sum, count) => sum + count, 0),
    median: counts[Math.floor(counts.length / 2)] ?? 0,
    most: counts.at(-1) ?? 0,
    shortestGapDays: Math.min(...gaps),
  };
}

const iso = (ms: number) => new Date(ms).toISOString();

it.each([[0.3, 75], [0.15, 45]])(
  "answers most questions within a week, with few mails to each, if %d of the mailed answer",
  async (chance, atLeast) => {
    const figures = await aYear(chance);
    console.log(`of the mailed, ${100 * chance} % answer: ${JSON.stringify(figures)}`);
    expect(Number.parseFloat(figures.answeredIn7)).toBeGreaterThan(atLeast);
    expect(figures.most).toBeLessThanOrEqual(26);
    expect(figures.shortestGapDays).toBeGreaterThanOrEqual(14);
  },
);
