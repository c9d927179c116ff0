import { describe, expect, it } from "vitest";
import type { ProfileRecord } from "../events/members/record.ts";
import { privacySwitches } from "../events/vocabulary.ts";
import { memberWith } from "../events/testing/members.ts";
import { projectDocument } from "./project-document.ts";

describe("projectDocument", () => {
  it("has the visible fields without contacts, and the time of the last visible change", () => {
    const profile = { classYear: "2018", publicUpdatedAt: "2026-02-01T00:00:00.000Z" };
    expect(projectDocument(memberWith({ memberId: "m1", profile }))).toEqual({
      memberId: "m1",
      role: "alumni",
      firstName: "Pat",
      formerName: null,
      lastName: "Doe",
      jobTitle: "Engineer",
      company: "Acme",
      rank: "CPT",
      mos: "15A",
      armyBranch: "Aviation",
      dutyStatus: "Veteran",
      classYear: "2018",
      industry: "Technology",
      location: "Fort Worth, TX",
      helpTopics: ["Branch Selection"],
      previousPositions: ["Platoon Leader"],
      armySchools: ["Airborne"],
      expertise: ["Flying"],
      bio: "Flew helicopters.",
      takesRequests: true,
      updatedAtMs: Date.UTC(2026, 1, 1),
    });
  });

  it("has no rank if cards show none", () => {
    expect(projectDocument(memberWith({ role: "cadre" }))).toMatchObject({ rank: null });
  });

  it("omits fields that aren't shared", () => {
    const off = privacySwitches.map((name) => [name, false]);
    const sharedFields: ProfileRecord["sharedFields"] = Object.fromEntries(off);
    expect(projectDocument(memberWith({ profile: { sharedFields } }))).toMatchObject({
      mos: null,
      armyBranch: null,
      classYear: null,
      industry: null,
      location: null,
      helpTopics: [],
      expertise: [],
    });
  });

  it.each(["2005-2007", "2005 – present", "Class of 2012", "1st platoon", "20122"])(
    "has no class year for the text %s",
    (classYear) => {
      expect(projectDocument(memberWith({ role: "cadre", profile: { classYear } })))
        .toMatchObject({ classYear: null });
    },
  );

  it("is undefined for a hidden or missing profile", () => {
    expect(projectDocument(memberWith({ profile: { isVisible: false } }))).toBeUndefined();
    expect(projectDocument(memberWith({ profile: null }))).toBeUndefined();
  });
});
