import { describe, expect, it } from "vitest";
import { allShared } from "../events/members/profile.ts";
import type { MemberRecord, ProfileRecord } from "../events/members/record.ts";
import { projectDocument } from "./project-document.ts";

const profile: ProfileRecord = {
  classYear: "2012",
  rank: "CPT",
  armyBranch: "Armor",
  mos: "19A",
  dutyStatus: "Veteran",
  industry: "Finance",
  company: "Acme",
  jobTitle: "Analyst",
  location: "Dallas",
  bio: "Hello",
  helpTopics: ["BOLC Prep"],
  expertise: ["Excel"],
  armySchools: ["Ranger School"],
  previousPositions: ["Platoon leader"],
  linkedinUrl: "https://linkedin.com/in/secret",
  calendarUrl: "https://calendar.example.com/pat",
  primaryEmail: "secret@example.org",
  secondaryEmail: "secret2@example.org",
  phoneNumber: "555-secret",
  isVisible: true,
  sharedFields: allShared,
  createdAt: "2026-01-01T00:00:00.000Z",
  updatedAt: "2026-03-01T00:00:00.000Z",
  publicUpdatedAt: "2026-02-01T00:00:00.000Z",
};

const member: MemberRecord = {
  memberId: "m1",
  username: "secret-user",
  email: "secret@example.org",
  emailVerified: true,
  firstName: "Ada",
  lastName: "Byron",
  role: "alumni",
  profileImageUrl: null,
  mentoring: null,
  audiences: null,
  offer: null,
  invitation: null,
  wantsStaffNotices: true,
  isCadreConfirmed: false,
  admission: null,
  isAskingClosed: false,
  isInvited: false,
  conversations: 0,
  createdAt: "2026-01-01T00:00:00.000Z",
  updatedAt: "2026-01-01T00:00:00.000Z",
  profile,
};

describe("projectDocument", () => {
  it("takes what others see, dated by the last change they see", () => {
    expect(projectDocument(member)).toEqual({
      memberId: "m1",
      role: "alumni",
      firstName: "Ada",
      lastName: "Byron",
      jobTitle: "Analyst",
      company: "Acme",
      rank: "CPT",
      mos: "19A",
      armyBranch: "Armor",
      dutyStatus: "Veteran",
      classYear: "2012",
      industry: "Finance",
      location: "Dallas",
      helpTopics: ["BOLC Prep"],
      previousPositions: ["Platoon leader"],
      armySchools: ["Ranger School"],
      expertise: ["Excel"],
      bio: "Hello",
      takesRequests: true,
      updatedAtMs: Date.UTC(2026, 1, 1),
    });
  });

  it("has no rank where cards have none", () => {
    expect(projectDocument({ ...member, role: "cadre" })).toMatchObject({ rank: null });
  });

  it("never holds a contact", () => {
    expect(JSON.stringify(projectDocument(member))).not.toContain("secret");
  });

  it("leaves out what is not shared", () => {
    const sharedFields = {
      location: false,
      industry: false,
      specialty: false,
      helpTopics: false,
      classYear: false,
    };
    expect(projectDocument({ ...member, profile: { ...profile, sharedFields } })).toMatchObject({
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
    "has no class year where %s was written",
    (classYear) => {
      expect(projectDocument({ ...member, role: "cadre", profile: { ...profile, classYear } }))
        .toMatchObject({ classYear: null });
    },
  );

  it("is nothing for a hidden profile, or none", () => {
    expect(projectDocument({ ...member, profile: { ...profile, isVisible: false } }))
      .toBeUndefined();
    expect(projectDocument({ ...member, profile: null })).toBeUndefined();
  });
});
