import { describe, expect, it } from "vitest";
import { given, happened, manyRegistered, published, registered } from "../testing/given.ts";

const day = "2026-01-02";
const shared = (others: object) => ({
  shared: {
    ...{ location: true, industry: true, specialty: true, helpTopics: true, classYear: true },
    ...others,
  },
});

describe("visible profiles", () => {
  const log = given(
    ...["shown", "hidden", "keeps", "waits"].map((who) => registered(who, "2026-01-01")),
    ...["shown", "hidden", "keeps", "waits"].map((who) => published(who, day)),
    happened("ProfileHidden", "hidden", day),
    happened("AdmissionRequested", "waits", day, { needs: "approval" }),
    happened("PrivacyChanged", "keeps", day, shared({ specialty: false, location: false })),
    happened("ProfileChanged", "shown", "2026-04-01", {
      ...{ changed: ["rank", "classYear"], rank: "MAJ", classYears: "2005-2007" },
    }),
  );

  it("are counted by each visible field", () => {
    expect(log.row("profiles-by-branch", "Aviation")).toEqual({ Profiles: 1 });
    expect(log.row("profiles-by-branch", "Not shown")).toEqual({ Profiles: 1 });
    expect(log.row("profiles-by-branch", "In the directory")).toEqual({ Profiles: 2 });
    expect(log.row("profiles-by-region", "Texas")).toEqual({ Profiles: 1 });
    expect(log.row("profiles-by-industry", "Technology")).toEqual({ Profiles: 2 });
    expect(log.row("profiles-by-topic", "Networking")).toEqual({ Profiles: 2 });
    expect(log.row("retention-visibility", "Hidden, or not admitted")).toEqual({ Profiles: 2 });
  });

  it("are counted as of the cycle's end", () => {
    expect(log.row("profiles-by-class-year", "2018")).toEqual({ Profiles: 1 });
    expect(log.row("profiles-by-rank", "MAJ")).toEqual({ Profiles: 1 });
    expect(log.row("profiles-by-rank", "CPT", { until: "2026-03-01" })).toEqual({ Profiles: 2 });
  });

  it("show where alumni can help cadets, least covered first", () => {
    const coverage = given(
      registered("a", day),
      published("a", day, { armyBranch: "Armor" }),
      registered("b", day),
      published("b", day, { helpTopics: [] }),
      registered("c", day, "cadet"),
      published("c", day, { regionCode: "US-OH", armyBranch: "Cyber Corps" }),
    );
    expect(coverage.row("coverage-by-branch", "Armor")).toMatchObject({ "Alumni who can help": 1 });
    expect(coverage.row("coverage-by-branch", "Aviation"))
      .toMatchObject({ "Alumni who can help": 0 });
    expect(coverage.rows("coverage-by-region")).toEqual(["Ohio", "Texas"]);
    expect(coverage.answer("coverage")).toBe(
      "No alumni who can help are in Adjutant General, Air Defense Artillery, Army Nurse Corps or 18 others. " +
        "No alumni are in Ohio, where cadets live or asked for help.",
    );
  });

  it("leave out deleted profiles, and count recreated ones completely", () => {
    const again = given(
      registered("a", day),
      published("a", day),
      happened("PrivacyChanged", "a", day, shared({ specialty: false })),
      happened("ProfileDeleted", "a", day),
      happened("ProfileChanged", "a", day, { changed: ["rank"], rank: "MAJ" }),
      published("a", "2026-02-02"),
    );
    expect(again.row("profiles-by-branch", "In the directory", { until: "2026-02-01" }))
      .toEqual({ Profiles: 0 });
    expect(again.row("profiles-by-branch", "Aviation")).toEqual({ Profiles: 1 });
  });
});

it("counts profiles by the age of their last change", () => {
  const log = given(
    ...manyRegistered(6, "alumni", "2024-01-01"),
    ...[1, 2, 3, 4, 5].map((number) => published(`alumni ${number}`, "2024-01-02")),
    happened("ProfileChanged", "alumni 1", "2026-05-01", { changed: ["bio"] }),
    happened("ProfileHidden", "alumni 2", "2026-05-01"),
    published("alumni 6", "2026-09-30"),
  );
  expect(log.row("freshness-by-age", "Alumni")).toEqual({
    ...{ "Profiles": 6, "Under 3 months": 1, "3 to 6 months": 1, "6 to 12 months": 0 },
    ...{ "1 to 2 years": 0, "Over 2 years": 4 },
  });
  expect(log.row("freshness-by-month", "2026-05")).toEqual({ Created: 0, Changed: 1 });
  expect(log.answer("freshness")).toBe(
    "2 of 6 profiles changed in the last 12 months. 4 last changed over two years ago.",
  );
});

it("counts leaving and hiding by month, and by the role at that time", () => {
  const log = given(
    ...manyRegistered(6, "cadet"),
    ...manyRegistered(7, "alumni"),
    published("cadet 1", day),
    happened("ProfileHidden", "cadet 1", "2026-02-01"),
    happened("RoleSelected", "cadet 1", "2026-02-02", { role: "alumni", previousRole: "cadet" }),
    happened("ProfileShown", "cadet 1", "2026-03-01"),
    happened("ProfileDeleted", "cadet 1", "2026-03-02"),
    happened("MemberErased", "alumni 1", "2026-03-02"),
  );
  expect(log.row("retention-by-month", "2026-03")).toEqual({
    ...{ "Hidden": 0, "Shown again": 1, "Profile deleted": 1, "Account erased": 1 },
  });
  expect(log.row("retention-by-role", "Cadets")).toMatchObject({ Hidden: 1, "Shown again": 0 });
  expect(log.row("retention-by-role", "Alumni")).toMatchObject({ "Account erased": 1 });
  expect(log.answer("retention")).toBe(
    "1 account was erased (none in the last cycle). Members hid their profile once, and showed it again once.",
  );
});

it("gives zeros and plain sentences for an empty program", () => {
  const { answers, nextSteps, sections } = given().content();
  expect(answers.map(({ sentence }) => sentence)).toEqual([
    "No cadets commissioned in this cycle (none in the last one).",
    "No one has joined yet.",
    "No one has sent a request in this cycle.",
    "No requests were answered in this cycle.",
    "No requests named a topic in this cycle.",
    "No alumni who can help are in Adjutant General, Air Defense Artillery, Armor or 19 others.",
    "There are no profiles yet.",
    "No accounts were erased (none in the last cycle). No one hid their profile.",
  ]);
  expect(nextSteps).toEqual([{
    sentence: "No alumni have joined yet. Invite yours from a spreadsheet.",
    page: "import",
  }]);
  expect(sections.map(({ name }) => name)).toEqual([
    ...[
      "summary",
      "commissioned",
      "people",
      "requests",
      "speed",
      "topics",
      "coverage",
      "freshness",
    ],
    ...["retention", "profiles"],
  ]);
});
