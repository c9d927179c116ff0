import { describe, expect, it } from "vitest";
import { given, happened, manyRegistered, published } from "../testing/given.ts";

const people = [...manyRegistered(6, "cadet"), ...manyRegistered(20, "alumni")];
const days = [
  {
    day: "2026-01-06",
    asked: { cadet: 3 },
    topics: { Networking: 2, "Ranger School": 1 },
    branches: { "": 1, Armor: 1, Aviation: 1 },
    regions: { "": 1, "US-TX": 2 },
    accepted: { 1: 1 },
    declined: {},
    acceptedTopics: { Networking: 1 },
    answeredBy: { alumni: { accepted: 1, declined: 0 } },
    withdrawn: 0,
    expired: 0,
    ended: 0,
    feedback: {},
    askers: { cadet: 2 },
    reached: { cadet: 1 },
  },
  {
    day: "2026-02-10",
    asked: { cadet: 1 },
    questions: { asked: 9, answered: { 1: 4, 7: 2, 14: 1 }, toStaff: 2 },
    topics: {},
    branches: { Aviation: 1 },
    regions: { "US-TX": 1 },
    accepted: { 7: 1 },
    declined: { 14: 1 },
    acceptedTopics: { Networking: 1 },
    answeredBy: { alumni: { accepted: 1, declined: 1 } },
    withdrawn: 1,
    expired: 1,
    ended: 1,
    feedback: { yes: 1 },
    askers: { cadet: 1 },
    reached: {},
  },
];

describe("requests", () => {
  // Events of requests have no clear facts, so the service counts them by day.
  const log = given(
    ...people,
    published("alumni 1", "2026-01-01"),
    happened("ConnectionRequested", "cadet 1", "2026-02-10"),
    happened("ConnectionQuiet", "cadet 1", "2026-02-20"),
  );
  const options = { counted: days };

  it("have a separate table of questions to alumni", () => {
    expect(log.row("requests-questions", "To alumni", options)).toEqual({
      ...{ Asked: 9, "Answered within 7 days": 6, "Passed to staff": 2 },
    });
  });

  it("show questions to alumni at a glance, also in a cycle without requests", () => {
    const questions = { asked: 9, answered: { 1: 4, 7: 2, 14: 1 }, toStaff: 2 };
    const counted = days.slice(0, 1).map((day) => ({ ...day, asked: {}, accepted: {}, questions }));
    const only = { counted };
    expect(log.answer("requests", only)).toBe(
      "No one has sent a request in this cycle. " +
        "6 of 9 questions to alumni got an answer within a week.",
    );
    expect(log.row("summary", "Questions to alumni", only)).toMatchObject({ "Cycle 2026": 9 });
    expect(log.row("summary", "Questions answered within 7 days", only))
      .toMatchObject({ "Cycle 2026": 6 });
  });

  it("are counted by month", () => {
    expect(log.row("requests-by-month", "2026-02", options)).toEqual({
      ...{ Asked: 1, Accepted: 1, Declined: 1, Withdrawn: 1, Expired: 1 },
    });
    expect(log.row("requests-by-month", "Total", options)).toEqual({
      ...{ Asked: 4, Accepted: 2, Declined: 1, Withdrawn: 1, Expired: 1 },
    });
  });

  it("are counted by role, each person once", () => {
    expect(log.row("requests-by-role", "Cadets", options)).toEqual({
      ...{ "Members": 6, "People who asked": 3, "Got help": 1, "Asked": 4 },
      ...{ Accepted: 0, Declined: 0 },
    });
    expect(log.row("requests-by-role", "Alumni", options))
      .toMatchObject({ Accepted: 2, Declined: 1 });
  });

  it("are counted by waiting, topic, branch, region and help", () => {
    expect(log.row("speed-answers", "1 day or less", options)).toEqual({
      Accepted: 1,
      Declined: 0,
    });
    expect(log.row("speed-answers", "8 to 14 days", options)).toEqual({ Accepted: 0, Declined: 1 });
    expect(log.row("topics-asked-and-offered", "Networking", options)).toEqual({
      ...{ "Alumni who offer it": 1, "Asked for": 2, "Accepted": 2 },
    });
    expect(log.row("coverage-by-branch", "Armor", options)).toMatchObject({ Asked: 1 });
    expect(log.row("coverage-by-region", "Texas", options)).toMatchObject({ Asked: 3 });
    expect(log.row("coverage-by-region", "Not shown", options)).toMatchObject({ Asked: 1 });
    expect(log.row("requests-helped", "Yes", options)).toEqual({ Answers: 1 });
  });

  it("are summarized in sentences", () => {
    expect(log.answer("requests", options)).toBe(
      "3 cadets asked for help. 2 of 4 requests were accepted (no requests in the last cycle). " +
        "6 of 9 questions to alumni got an answer within a week. 1 person said that it helped.",
    );
    expect(log.answer("speed", options)).toBe(
      "1 of 2 accepted requests got an answer within three days. 1 request expired without an answer.",
    );
    expect(log.answer("topics", options)).toBe(
      "Most requests are about Networking (2 requests) and Ranger School (1 request). " +
        "No alumni offer Ranger School.",
    );
    expect(log.content(options).nextSteps.map(({ sentence }) => sentence)).toEqual([
      "No alumni offer Ranger School, but 1 request named it. Invite someone who can help with it.",
      "1 request expired without an answer. Ask alumni who are too busy to pause requests.",
    ]);
  });

  it("count toward the cycle of their day", () => {
    expect(log.row("requests-by-month", "Total", { ...options, cycle: 2027 }))
      .toMatchObject({ Asked: 0 });
    const early = { counted: days.map((day) => ({ ...day, day: "2025-09-30" })) };
    expect(log.row("requests-by-month", "Total", early)).toMatchObject({ Asked: 0 });
  });
});

it("counts members who take requests by their settings", () => {
  const says = (who: string, takesRequests: boolean, pausedUntil: string | null = null) =>
    happened("MentoringChanged", who, "2026-02-01", {
      ...{ takesRequests, pausedUntil, capacity: 3, wantsReminders: true },
    });
  const log = given(
    ...people,
    says("alumni 1", false),
    says("alumni 2", true, "resumed"),
    says("alumni 3", true, "2026-10"),
    says("alumni 4", true, "2026-09"),
    says("cadet 1", true),
  );
  expect(log.row("requests-mentors", "Alumni")).toEqual({
    ...{ "Taking requests": 17, "Paused": 2, "Not taking": 1 },
  });
  expect(log.row("requests-mentors", "Cadets")).toMatchObject({ "Taking requests": 1 });
});
