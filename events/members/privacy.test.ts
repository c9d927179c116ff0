import { describe, expect, it } from "vitest";
import { privacySwitches } from "../vocabulary.ts";
import { memberWith } from "../testing/members.ts";
import { canView, publicProfile, viewProfile } from "./privacy.ts";
import { allShared } from "./profile.ts";

const owner = { memberId: memberWith().memberId, admission: null };
const other = { memberId: "00000000-0000-4000-8000-000000000002", admission: null };

describe("canView", () => {
  it("shows nobody anything who is not signed in", () => {
    expect(canView(undefined, memberWith())).toBe(false);
    expect(viewProfile(undefined, memberWith())).toBeUndefined();
  });

  it("shows a visible profile to every member", () => {
    expect(canView(other, memberWith())).toBe(true);
  });

  it("shows a hidden profile to its owner only", () => {
    const hidden = memberWith({ profile: { isVisible: false } });
    expect(canView(owner, hidden)).toBe(true);
    expect(canView(other, hidden)).toBe(false);
    expect(viewProfile(other, hidden)).toBeUndefined();
    expect(publicProfile(hidden)).toBeUndefined();
  });

  it.each(
    [
      { state: "waiting", needs: "approval", since: memberWith().createdAt },
      { state: "refused", words: null, at: memberWith().createdAt },
    ] as const,
  )("keeps who is $state and everybody else from each other", (admission) => {
    const member = memberWith({ admission });
    expect(canView(member, member)).toBe(true);
    expect(canView(other, member)).toBe(false);
    expect(publicProfile(member)).toBeUndefined();
    expect(canView({ ...other, admission }, memberWith())).toBe(false);
  });

  it("shows no one a profile that is not there", () => {
    expect(canView(owner, memberWith({ profile: null }))).toBe(false);
  });
});

describe("what others see", () => {
  const hides = {
    location: ["location"],
    industry: ["industry"],
    specialty: ["armyBranch", "mos"],
    helpTopics: ["helpTopics", "expertise"],
    classYear: ["classYear"],
  };

  it.each(privacySwitches)("lacks what the switch %s takes away, and nothing else", (name) => {
    const all = publicProfile(memberWith()) ?? {};
    const some = publicProfile(
      memberWith({ profile: { sharedFields: { ...allShared, [name]: false } } }),
    ) ?? {};
    expect(Object.keys(all).filter((field) => !(field in some)).sort()).toEqual(
      [...hides[name]].sort(),
    );
  });

  it("never holds the account's own username, address or privacy decisions", () => {
    const member = memberWith({ username: "secret-name", email: "secret@example.com" });
    const seen = JSON.stringify(viewProfile(other, member));
    expect(seen).not.toContain("secret");
    expect(seen).not.toContain("sharedFields");
    expect(seen).not.toContain("publicUpdatedAt");
  });

  it("carries the time of the last change that others can see", () => {
    const profile = {
      updatedAt: "2026-05-05T00:00:00.000Z",
      publicUpdatedAt: "2026-04-04T00:00:00.000Z",
    };
    expect(viewProfile(other, memberWith({ profile }))?.updatedAt).toBe(profile.publicUpdatedAt);
    expect(viewProfile(owner, memberWith({ profile }))?.updatedAt).toBe(profile.updatedAt);
  });

  it("is everything for the owner, whatever is shared", () => {
    const nothingShared = Object.fromEntries(
      privacySwitches.map((name) => [name, false]),
    ) as typeof allShared;
    const seen = viewProfile(owner, memberWith({ profile: { sharedFields: nothingShared } }));
    expect(seen).toMatchObject({
      location: "Fort Worth, TX",
      mos: "15A",
      classYear: "2012",
      sharedFields: nothingShared,
    });
  });
});
