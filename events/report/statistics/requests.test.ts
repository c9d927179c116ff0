import { describe, expect, it } from "vitest";
import { accepted, asked, given, happened, manyRegistered, published } from "../testing/given.ts";

const people = [...manyRegistered(6, "cadet"), ...manyRegistered(20, "alumni")];
const declined = { isAccepted: false, waited: "14", topics: ["Networking"], reason: "no-time" };

describe("requests of a log with clear facts", () => {
  const log = given(
    ...people,
    published("alumni 1", "2026-01-01"),
    asked("cadet 1", "2026-01-05"),
    asked("cadet 1", "2026-01-06", { topics: [], armyBranch: null, regionCode: null }),
    asked("cadet 2", "2026-01-07", { topics: ["Ranger School"], armyBranch: "Armor" }),
    accepted("alumni 1", "2026-01-07"),
    accepted("alumni 2", "2026-02-07", "7"),
    happened("ConnectionAnswered", "alumni 3", "2026-02-07", declined),
    asked("cadet 3", "2026-02-07"),
    happened("ConnectionWithdrawn", "cadet 3", "2026-02-08", { waited: "1" }),
    happened("ConnectionExpired", "cadet 2", "2026-03-01", { waited: "longer" }),
    happened("ConnectionEnded", "cadet 1", "2026-03-02", { lasted: "14", by: "asker" }),
    happened("FeedbackGiven", "cadet 1", "2026-03-03", { helped: "yes", topics: [] }),
  );

  it("are counted by month", () => {
    expect(log.row("requests-by-month", "2026-02")).toEqual({
      ...{ Asked: 1, Accepted: 1, Declined: 1, Withdrawn: 1, Expired: 0 },
    });
    expect(log.row("requests-by-month", "Total")).toEqual({
      ...{ Asked: 4, Accepted: 2, Declined: 1, Withdrawn: 1, Expired: 1 },
    });
  });

  it("are counted by role, people once", () => {
    expect(log.row("requests-by-role", "Cadets")).toEqual({
      ...{ "Members": 6, "People who asked": 3, "Got help": 1, "Asked": 4 },
      ...{ Accepted: 0, Declined: 0 },
    });
    expect(log.row("requests-by-role", "Alumni")).toMatchObject({ Accepted: 2, Declined: 1 });
  });

  it("are counted by waiting, topic, branch and region", () => {
    expect(log.row("speed-answers", "1 day or less")).toEqual({ Accepted: 1, Declined: 0 });
    expect(log.row("speed-answers", "8 to 14 days")).toEqual({ Accepted: 0, Declined: 1 });
    expect(log.row("topics-asked-and-offered", "Networking")).toEqual({
      ...{ "Alumni who offer it": 1, "Asked for": 2, "Accepted": 2 },
    });
    expect(log.row("coverage-by-branch", "Armor")).toMatchObject({ Asked: 1 });
    expect(log.row("coverage-by-region", "Texas")).toMatchObject({ Asked: 3 });
    expect(log.row("coverage-by-region", "Not shown")).toMatchObject({ Asked: 1 });
  });

  it("are said in sentences", () => {
    expect(log.answer("requests")).toBe(
      "3 of 6 cadets asked for help. 2 of 4 requests were accepted (no requests in the last cycle). " +
        "1 person said that it helped.",
    );
    expect(log.answer("speed")).toBe(
      "1 of 2 accepted requests got an answer within three days. 1 request expired without an answer.",
    );
    expect(log.answer("topics")).toBe(
      "Most requests are about Networking (2 requests) and Ranger School (1 request). " +
        "No alumni offer Ranger School.",
    );
    expect(log.content().nextSteps.map(({ sentence }) => sentence)).toEqual([
      "No alumni offer Ranger School, but 1 request named it. Invite someone who can help with it.",
      "1 request expired without an answer. Ask alumni who are too busy to pause requests.",
    ]);
  });
});

describe("requests that the service counted by day", () => {
  const day = {
    day: "2026-02-10",
    asked: { cadet: 3 },
    topics: { Networking: 2 },
    branches: { "": 1, Armor: 2 },
    regions: { "US-TX": 3 },
    accepted: { 1: 1, 3: 1 },
    declined: { longer: 1 },
    acceptedTopics: { Networking: 1 },
    answeredBy: { alumni: { accepted: 2, declined: 1 } },
    withdrawn: 1,
    expired: 2,
    ended: 1,
    feedback: { partly: 1 },
    askers: { cadet: 2 },
    reached: { cadet: 1 },
  };
  // Events of that day have no facts, and the beginning of the day as their time.
  const empty = happened("ConnectionRequested", "cadet 1", "2026-02-10");
  const quiet = happened("ConnectionQuiet", "cadet 1", "2026-02-20");
  const log = given(...people, asked("cadet 3", "2026-01-05"), empty, quiet);
  const options = { counted: [day] };

  it("are added to those of before, and say all that a report has", () => {
    expect(log.row("requests-by-month", "Total", options)).toEqual({
      ...{ Asked: 4, Accepted: 2, Declined: 1, Withdrawn: 1, Expired: 2 },
    });
    expect(log.row("requests-by-role", "Cadets", options)).toMatchObject({
      ...{ "People who asked": 3, "Got help": 1, "Asked": 4 },
    });
    expect(log.row("requests-by-role", "Alumni", options)).toMatchObject({ Accepted: 2 });
    expect(log.row("speed-answers", "2 or 3 days", options)).toMatchObject({ Accepted: 1 });
    expect(log.row("topics-asked-and-offered", "Networking", options))
      .toMatchObject({ "Asked for": 3, "Accepted": 1 });
    expect(log.row("coverage-by-branch", "Armor", options)).toMatchObject({ Asked: 2 });
    expect(log.row("requests-helped", "Partly", options)).toEqual({ Answers: 1 });
  });

  it("replace what the events of their day say", () => {
    const both = given(...people, asked("cadet 3", "2026-02-10T10:00Z"));
    expect(both.row("requests-by-month", "Total", options)).toMatchObject({ Asked: 3 });
  });

  it("belong to the cycle of their day", () => {
    expect(log.row("requests-by-month", "Total", { ...options, cycle: 2027 }))
      .toMatchObject({ Asked: 0 });
    const early = { counted: [{ ...day, day: "2025-09-30" }] };
    expect(log.row("requests-by-month", "Total", early)).toMatchObject({ Asked: 1 });
  });
});

it("who takes requests is counted by what members say", () => {
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
