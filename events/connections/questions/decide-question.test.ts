import { describe, expect, it } from "vitest";
import { Refusal } from "../../errors.ts";
import { memberWith } from "../../testing/members.ts";
import { decideQuestion, decideTake, mayReceiveQuestion, shownOfAsker } from "./decide-question.ts";
import { eventBetween } from "../events.ts";
import { connectionLimits as limits } from "../limits.ts";
import { evolveQuestion, nextQuestionDay, type QuestionRecord, questionStep } from "./question.ts";
import { after, cadet, connectionOf, dayMs, iso, mentor } from "../testing/history.ts";

const questionId = "q1";
const now = after(0);
const text = "How did you choose?";
const question = { questionId, topic: "Networking", text };
const asked = eventBetween("QuestionAsked", { questionId, topic: "Networking" });
const sent = eventBetween("QuestionSent", { questionId, memberIds: ["mentor"] });
const passed = eventBetween("QuestionPassedToStaff", { questionId });
const answered = (isFirst = true) =>
  eventBetween("QuestionAnswered", {
    ...{ questionId, connectionId: "c1", isNew: true, isFirst, waited: "1" },
  });

/** The question after events on these days. */
function questionAfter(
  ...steps:
    readonly (readonly [days: number, event: Parameters<typeof evolveQuestion>[1]["event"]])[]
): QuestionRecord {
  const question = steps.reduce<QuestionRecord | undefined>(
    (before, [days, event]) =>
      evolveQuestion(before, { memberId: "cadet", atMs: after(days).getTime(), event }),
    undefined,
  );
  if (question === undefined) throw new Error("There is no question");
  return question;
}

const codeOf = (decide: () => unknown) => {
  try {
    decide();
    return "done";
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    throw error;
  }
};

describe("a new question", () => {
  it("is recorded with its topic, and apart from it the text with class and branch", () => {
    const profile = { classYear: "2027", armyBranch: "Aviation" };
    const asker = memberWith({ ...cadet, profile });
    const [first, second] = decideQuestion({ asker, asked: [] }, question, limits, now);
    expect(first).toEqual(asked);
    expect(second?.personal).toEqual({
      ...{ questionId, kind: "question", text, way: "site" },
      shown: { classYear: "2027", armyBranch: "Aviation" },
    });
    expect(shownOfAsker(cadet)).toEqual({ classYear: null, armyBranch: null });
  });

  it.each([
    ["one is open on its topic", [questionAfter([0, asked], [0, sent])], "question/open"],
    ["staff have one on its topic", [questionAfter([0, asked], [1, passed])], "question/open"],
    ["the last one was answered", [questionAfter([0, asked], [1, answered()])], "done"],
  ])("is refused or not when %s", (_, questions, outcome) => {
    const state = { asker: cadet, asked: [], questions };
    expect(codeOf(() => decideQuestion(state, question, limits, now))).toBe(outcome);
  });

  it.each([[4, "done"], [5, "connection/too-many-open"]])(
    "counts among %d open ones of other topics",
    (count, outcome) => {
      const questions = Array.from({ length: count }, (_, at) => ({
        ...questionAfter([0, asked]),
        questionId: `q${at}`,
        topic: `topic ${at}`,
      }));
      const state = { asker: cadet, asked: [], questions };
      expect(codeOf(() => decideQuestion(state, question, limits, now))).toBe(outcome);
    },
  );
});

describe("who is asked", () => {
  const state = { asker: cadet, mentor, conversations: 0, between: [] };
  const may = (changes: Partial<Parameters<typeof mayReceiveQuestion>[0]>) =>
    mayReceiveQuestion({ ...state, ...changes }, "Networking", limits, now);

  it("is an alumnus whom the cadet could ask about the topic", () => {
    expect(may({})).toBe(true);
    const others = [
      { mentor: undefined },
      { mentor: { ...mentor, role: "cadre" as const } },
      { mentor: memberWith({ memberId: "mentor", profile: { helpTopics: ["Branch Selection"] } }) },
      { mentor: memberWith({ ...mentor, profile: { isVisible: false } }) },
      { conversations: 3 },
      { isBlocking: true },
      { hidesRequest: true },
      { wasDeclined: true },
      { between: [connectionOf(["cadet", 0, requested])] },
    ];
    for (const each of others) expect(may(each)).toBe(false);
  });

  it("is asked again after fourteen whole days", () => {
    const day = (text: string) => Date.parse(text) / dayMs;
    expect(nextQuestionDay(Date.parse("2026-03-01T00:00:00Z"))).toBe(day("2026-03-15"));
    expect(nextQuestionDay(Date.parse("2026-03-01T00:00:01Z"))).toBe(day("2026-03-16"));
  });
});

const requested = eventBetween("ConnectionRequested", {
  ...{ connectionId: "c1", memberId: "mentor", role: "cadet", askedRole: "alumni" },
  ...{ topics: ["Networking"], armyBranch: null, regionCode: null },
});

describe("what is due", () => {
  it.each(
    [
      [[[0, asked], [0, sent]], 3, "send"],
      [[[0, asked], [0, sent], [3, sent]], 6, "send"],
      [[[0, asked], [0, sent], [3, sent], [6, sent]], 9, "pass to staff"],
      [[[0, asked], [0, sent], [1, passed]], 30, "end"],
    ] as const,
  )("is, to the millisecond: %#", (steps, days, step) => {
    const question = questionAfter(...steps);
    expect(questionStep(question, after(days, -1))).toBeUndefined();
    expect(questionStep(question, after(days))).toBe(step);
    const over = questionAfter(...steps, [days, answered()]);
    expect(questionStep(over, after(100))).toBeUndefined();
  });
});

describe("who answers", () => {
  const taker = memberWith({ ...mentor, emailVerified: true });
  const state = {
    ...{ question: questionAfter([0, asked], [0, sent]), text, asker: cadet, taker },
    ...{ conversations: 0, known: [] },
  };
  const take = { connectionId: "new", way: "link" } as const;

  it("has a request that is accepted at once, which waited since the question", () => {
    const { byAsker, byTaker, answered } = decideTake(state, { ...take, reply: "Hi" }, after(2));
    expect(byAsker.map(({ type }) => type)).toEqual(["ConnectionRequested", "MessageSent"]);
    expect(byTaker.map(({ type }) => type)).toEqual(["ConnectionAnswered", "MessageSent"]);
    expect(byTaker[0]?.personal).toMatchObject({ isAccepted: true, waited: "3" });
    expect(answered.personal).toEqual({
      ...{ questionId, connectionId: "new", isNew: true, isFirst: true, waited: "3" },
    });
  });

  it("is refused with as many conversations as they want, but not where the two already talk", () => {
    const full = { ...state, conversations: 3 };
    expect(codeOf(() => decideTake(full, take, now))).toBe("connection/full");
    const talk = connectionOf(["cadet", 0, requested], ["mentor", 1, accepted]);
    const { byAsker, byTaker, answered } = decideTake({ ...full, known: [talk] }, take, after(2));
    expect(byAsker.map(({ personal }) => personal)).toMatchObject([{ connectionId: "c1", text }]);
    expect(byTaker).toEqual([]);
    expect(answered.personal).toMatchObject({ connectionId: "c1", isNew: false });
  });
});

const accepted = eventBetween("ConnectionAnswered", {
  ...{ connectionId: "c1", isAccepted: true, waited: "1", topics: ["Networking"], reason: null },
});

it("keeps the first answer's time, and the conversations of all", () => {
  const question = questionAfter([0, asked], [1, answered()], [4, answered(false)]);
  expect(question).toMatchObject({ state: "answered", lastStepAt: iso(1) });
  expect(question.answers).toHaveLength(2);
});
