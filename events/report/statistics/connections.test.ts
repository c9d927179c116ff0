import { describe, expect, it } from "vitest";
import { given, happened, type Past, published, registered } from "../testing/given.ts";

const request = { role: "cadet", askedRole: "alumni", topics: ["Networking"] };
function asked(who: string, at: string, facts: object = {}): Past {
  const profile = { armyBranch: "Aviation", regionCode: "US-TX" };
  return happened("ConnectionRequested", who, at, { ...request, ...profile, ...facts });
}
function answered(who: string, at: string, isAccepted: boolean, waited = "1"): Past {
  const facts = { isAccepted, waited, topics: ["Networking"], reason: null };
  return happened("ConnectionAnswered", who, at, facts);
}
function says(who: string, at: string, facts: object): Past {
  const all = { takesRequests: true, capacity: 3, pausedUntil: null, wantsReminders: true };
  return happened("MentoringChanged", who, at, { ...all, ...facts });
}

describe("connections", () => {
  const people = [
    ...["casey", "drew", "eli"].map((who) => registered(who, "2025-10-01", "cadet")),
    ...["pat", "kim"].map((who) => registered(who, "2025-10-01", "alumni")),
    published("casey", "2025-10-02", { classYears: "2027", helpTopics: [] }),
    published("drew", "2025-10-02", { classYears: "2028", helpTopics: [] }),
    published("pat", "2025-10-02", { helpTopics: ["Networking"] }),
    published("kim", "2025-10-02", { helpTopics: [], armyBranch: "Armor" }),
  ];
  const log = given(
    ...people,
    asked("casey", "2025-11-01"),
    asked("drew", "2025-11-02", { topics: ["Networking", "Ranger School"], armyBranch: null }),
    asked("eli", "2025-12-01", { topics: [], armyBranch: "Armor", regionCode: null }),
    answered("pat", "2025-12-02", true, "3"),
    answered("kim", "2025-12-03", false, "longer"),
    asked("casey", "2026-01-01"),
    asked("casey", "2026-01-02"),
    happened("ConnectionWithdrawn", "casey", "2026-01-03", { waited: "1" }),
    asked("casey", "2026-01-04"),
    happened("ConnectionExpired", "casey", "2026-01-20", { waited: "14" }),
    happened("ConnectionEnded", "casey", "2026-02-01", { lasted: "longer", by: "asker" }),
    happened("FeedbackGiven", "casey", "2026-02-02", { helped: "partly", topics: [] }),
    happened("ConnectionEnded", "pat", "2026-02-03", { lasted: "longer", by: "mentor" }),
  );
  const nothing = { Asked: 0, Accepted: 0, Declined: 0, Withdrawn: 0, Expired: 0 };

  it("counts each step in its own month, and what is open at its end", () => {
    const row = (month: string) => log.row("connections-by-month", month);
    expect(row("2025-10")).toEqual({ ...nothing, "Open at the end": 0 });
    expect(row("2025-11")).toEqual({ ...nothing, Asked: 2, "Open at the end": 2 });
    expect(row("2025-12")).toEqual({
      ...nothing,
      Asked: 1,
      Accepted: 1,
      Declined: 1,
      "Open at the end": 1,
    });
    expect(row("Total")).toEqual({
      Asked: 6,
      Accepted: 1,
      Declined: 1,
      Withdrawn: 1,
      Expired: 1,
      "Open at the end": 2,
    });
  });

  it("goes on in the next cycle with what was open, and counts the rest anew", () => {
    const later = given(
      ...people,
      asked("casey", "2025-11-01"),
      asked("drew", "2025-11-02"),
      answered("pat", "2026-10-05", true),
    );
    const row = (month: string) => later.row("connections-by-month", month, { cycle: 2027 });
    expect(row("2026-10")).toMatchObject({ Asked: 0, Accepted: 1, "Open at the end": 1 });
    expect(row("Total")).toMatchObject({ Asked: 0, Accepted: 1, "Open at the end": 1 });
    expect(later.row("connections-reach", "Total", { cycle: 2027 })).toEqual({
      "Cadets who asked": 0,
      "Known to have talked": 0,
    });
  });

  it("knows nothing of what came after the time it looks from", () => {
    const until = "2025-12-02T12:00Z";
    expect(log.row("connections-by-month", "Total", { until })).toMatchObject({
      Asked: 3,
      Accepted: 1,
      Declined: 0,
      "Open at the end": 2,
    });
  });

  it("gives requests to the role of who asked, answers to the role of who gave them", () => {
    expect(log.row("connections-by-role", "Cadet")).toEqual({
      ...nothing,
      Asked: 6,
      Withdrawn: 1,
      Expired: 1,
    });
    expect(log.row("connections-by-role", "Alumni")).toEqual({
      ...nothing,
      Accepted: 1,
      Declined: 1,
    });
  });

  it("sorts answers by how long they took", () => {
    expect(log.row("connections-answers", "1 day")).toEqual({ Accepted: 0, Declined: 0 });
    expect(log.row("connections-answers", "3 days")).toEqual({ Accepted: 1, Declined: 0 });
    expect(log.row("connections-answers", "Longer")).toEqual({ Accepted: 0, Declined: 1 });
  });

  it("reaches cadets whose own events say so, by class year", () => {
    const row = (year: string) => log.row("connections-reach", year);
    expect(row("2027")).toEqual({ "Cadets who asked": 1, "Known to have talked": 1 });
    expect(row("2028")).toEqual({ "Cadets who asked": 1, "Known to have talked": 0 });
    expect(row("Not given")).toEqual({ "Cadets who asked": 1, "Known to have talked": 0 });
    expect(row("Total")).toEqual({ "Cadets who asked": 3, "Known to have talked": 1 });
  });

  it.each([
    ["ConnectionEnded", { lasted: "7", by: "quiet" }, 1],
    ["ConnectionEnded", { lasted: "7", by: "mentor" }, 0],
    ["ConnectionQuiet", {}, 1],
    ["FeedbackGiven", { helped: "no", topics: [] }, 1],
    ["ConnectionWithdrawn", { waited: "1" }, 0],
  ])("takes %s with %j for a conversation of the asker: %i", (type, facts, talked) => {
    const one = given(
      ...people,
      asked("casey", "2025-11-01"),
      happened(type, "casey", "2025-12-01", facts),
    );
    expect(one.row("connections-reach", "Total")).toMatchObject({ "Known to have talked": talked });
  });

  it("puts what is asked for beside who offers it", () => {
    const helpers = "Alumni who can help";
    const topic = (name: string) => log.row("connections-by-topic", name);
    expect(topic("Networking")).toEqual({ [helpers]: 1, "Asked for": 5, Accepted: 1 });
    expect(topic("Ranger School")).toEqual({ [helpers]: 0, "Asked for": 1, Accepted: 0 });
    expect(log.row("connections-by-branch", "Aviation")).toEqual({ [helpers]: 1, Asked: 4 });
    expect(log.row("connections-by-branch", "Armor")).toEqual({ [helpers]: 0, Asked: 1 });
    expect(log.row("connections-by-branch", "Not given")).toEqual({ [helpers]: 0, Asked: 1 });
    expect(log.row("connections-by-region", "Total")).toEqual({ [helpers]: 1, Asked: 6 });
  });

  it("counts who takes requests by what they said last, or by their role", () => {
    const mentors = given(
      ...people,
      registered("cadre", "2025-10-01", "cadre"),
      registered("nobody", "2025-10-01", null),
      says("pat", "2025-11-01", { takesRequests: false }),
      says("pat", "2025-11-02", { pausedUntil: "2026-11" }),
      says("kim", "2025-11-02", { takesRequests: false, pausedUntil: "resumed" }),
      says("eli", "2025-11-02", {}),
    );
    const [taking, paused, not] = ["Taking requests", "Paused", "Not taking any"];
    const row = (role: string) => mentors.row("connections-mentors", role);
    expect(row("Cadet")).toEqual({ [taking!]: 1, [paused!]: 0, [not!]: 2 });
    expect(row("Alumni")).toEqual({ [taking!]: 0, [paused!]: 1, [not!]: 1 });
    expect(row("Cadre")).toEqual({ [taking!]: 1, [paused!]: 0, [not!]: 0 });
    expect(row("Total")).toEqual({ [taking!]: 2, [paused!]: 1, [not!]: 3 });
  });

  it.each([
    ["2026-09", "Taking requests"],
    ["2026-10", "Paused"],
    ["resumed", "Paused"],
  ])("looks at a pause until %s in the last moment of September 2026: %s", (pausedUntil, state) => {
    const one = given(...people, says("pat", "2025-11-01", { pausedUntil }));
    // Kim takes requests.
    const taking = state === "Paused" ? 1 : 2;
    expect(one.row("connections-mentors", "Alumni")).toMatchObject({
      "Taking requests": taking,
      "Paused": 2 - taking,
    });
  });

  it("says whether it helped", () => {
    expect(log.row("connections-helped", "Partly")).toEqual({ Feedback: 1 });
    expect(log.row("connections-helped", "Total")).toEqual({ Feedback: 1 });
  });

  it("prints no small number, and every topic that nobody offers", () => {
    const [section] = log.report("connections", { minCell: 5 }).sections;
    const figures = section?.tables.flatMap(({ rows }) => rows.flatMap((row) => row.figures)) ?? [];
    for (const figure of figures) {
      expect(figure === "suppressed" || figure === 0 || (figure ?? 0) > 4).toBe(true);
    }
    expect(log.row("connections-by-topic", "Ranger School", { minCell: 5 })).toMatchObject({
      "Alumni who can help": 0,
      "Asked for": "suppressed",
    });
  });
});
