import { describe, expect, it } from "vitest";
import { sharedAtFirst } from "../../../events/vocabulary.ts";
import type { MemberRecord, ProfileRecord } from "../../../events/members/record.ts";
import { aMember, aProfile } from "../../testing/members.ts";
import { mostHelpful } from "./missing.ts";

const given = (
  role: MemberRecord["role"],
  profile: Partial<ProfileRecord> = {},
  profileImageUrl: string | null = null,
) => mostHelpful(aMember({ role, profileImageUrl, profile: aProfile(profile) }))?.label;

const picture = "/objects/pictures/one";

describe("the most helpful addition", () => {
  it("for alumni is what cadets look for first", () => {
    const empty = { helpTopics: [], company: null, jobTitle: "", industry: null, bio: null };
    expect(given("alumni", empty)).toBe("Choose what you can help with");
    const topics = ["Networking"];
    expect(given("alumni", { ...empty, helpTopics: topics })).toBe("Add where you work");
    expect(given("alumni", { company: null, jobTitle: "Consultant", industry: null }))
      .toBe("Add your industry");
    expect(given("alumni", { location: null })).toBe("Add where you live");
    expect(given("alumni", { bio: null })).toBe("Write a few words about yourself");
    expect(given("alumni")).toBe("Add a picture");
  });

  it("for cadre is what to ask them about, not their industry or place", () => {
    const away = { industry: null, location: null, company: null };
    expect(given("cadre", { ...away, helpTopics: [] })).toBe("Choose what you can help with");
    expect(given("cadre", { ...away, jobTitle: null })).toBe("Add your position");
    expect(given("cadre", away, picture)).toBeUndefined();
  });

  it("for cadets is what they work toward, which alumni read before they answer", () => {
    const without = { helpTopics: [], company: null, jobTitle: null, industry: null };
    expect(given("cadet", { ...without, bio: null })).toBe("Write what you're working toward");
    expect(given("cadet", without)).toBe("Add a picture");
  });

  it("links to the field, with the reason", () => {
    const member = aMember({
      role: "alumni",
      profile: aProfile({ jobTitle: null, company: null }),
    });
    expect(mostHelpful(member)).toEqual({
      label: "Add where you work",
      why: "cadets search for it",
      href: "/profile/edit#profile-jobTitle",
    });
  });

  it("is absent once nothing is missing", () => {
    expect(given("alumni", {}, picture)).toBeUndefined();
  });

  it("is never a detail hidden from others", () => {
    expect(given("alumni", { bio: null, isVisible: false })).toBeUndefined();
    const sharedFields = { ...sharedAtFirst, location: false, helpTopics: false };
    expect(given("alumni", { location: null, helpTopics: [], sharedFields }, picture))
      .toBeUndefined();
    expect(mostHelpful(aMember({ role: "alumni" }))).toBeUndefined();
    expect(mostHelpful(aMember({ role: null, profile: aProfile() }))).toBeUndefined();
  });
});
