import { describe, expect, it } from "vitest";
import type { RecordedMentoring } from "../connections/mentoring.ts";
import { privacySwitches } from "../vocabulary.ts";
import { memberWith } from "../testing/members.ts";
import { audienceOfAll } from "../contacts/audiences.ts";
import { contactOrder } from "./contact-fields.ts";
import {
  canView,
  publicProfile,
  type SeenProfile,
  viewProfile,
  withoutContacts,
} from "./privacy.ts";
import { sharedAtFirst } from "../vocabulary.ts";
import type { MemberRecord } from "./record.ts";

interface MemberTraits extends Partial<Pick<MemberRecord, "role" | "conversations">> {
  readonly mentoring?: Partial<RecordedMentoring>;
}

const everything: RecordedMentoring = {
  takesRequests: true,
  capacity: 3,
  pausedUntil: null,
  wantsReminders: true,
  saidAt: "2026-01-01T00:00:00.000Z",
};

const owner = { memberId: memberWith().memberId, admission: null };
const other = { memberId: "00000000-0000-4000-8000-000000000002", admission: null };

describe("canView", () => {
  it("shows nothing to signed-out visitors", () => {
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

  it("shows no missing profile", () => {
    expect(canView(owner, memberWith({ profile: null }))).toBe(false);
  });
});

describe("publicProfile and viewProfile", () => {
  it.each(
    [
      ["an alumna", {}, true],
      ["a cadet", { role: "cadet" }, false],
      ["a cadet who takes requests", { role: "cadet", mentoring: {} }, true],
      ["a member who takes none", { mentoring: { takesRequests: false } }, false],
      ["a member who paused until a past month", { mentoring: { pausedUntil: "2020-01" } }, false],
      ["a member with room left", { conversations: 2 }, true],
      ["a member without room", { conversations: 3 }, false],
      [
        "a member with more than their new limit",
        { mentoring: { capacity: 1 }, conversations: 2 },
        false,
      ],
    ] as const,
  )("says whether requests are taken: %s", (_, { mentoring, ...said }: MemberTraits, takes) => {
    const member = memberWith({
      ...said,
      ...mentoring && { mentoring: { ...everything, ...mentoring } },
    });
    expect(publicProfile(member)?.takesRequests).toBe(takes);
    expect(viewProfile(owner, member)).not.toHaveProperty("takesRequests");
  });

  const hides = {
    location: ["location"],
    industry: ["industry"],
    specialty: ["armyBranch", "mos"],
    helpTopics: ["helpTopics", "expertise"],
    classYear: ["classYear"],
    formerName: ["formerName"],
  };

  it.each(privacySwitches)("omits exactly the fields of the switch %s", (name) => {
    const everything = Object.fromEntries(privacySwitches.map((each) => [each, true]));
    const all = publicProfile(
      memberWith({ profile: { sharedFields: everything as typeof sharedAtFirst } }),
    ) ?? {};
    const some = publicProfile(
      memberWith({
        profile: { sharedFields: { ...everything as typeof sharedAtFirst, [name]: false } },
      }),
    ) ?? {};
    expect(Object.keys(all).filter((field) => !(field in some)).sort()).toEqual(
      [...hides[name]].sort(),
    );
  });

  it("never contains the account's username, address or privacy decisions", () => {
    const member = memberWith({ username: "secret-name", email: "secret@example.com" });
    const seen = JSON.stringify(viewProfile(other, member));
    expect(seen).not.toContain("secret");
    expect(seen).not.toContain("sharedFields");
    expect(seen).not.toContain("publicUpdatedAt");
  });

  it("has the time of the last visible change", () => {
    const profile = {
      updatedAt: "2026-05-05T00:00:00.000Z",
      publicUpdatedAt: "2026-04-04T00:00:00.000Z",
    };
    expect(viewProfile(other, memberWith({ profile }))?.updatedAt).toBe(profile.publicUpdatedAt);
    expect(viewProfile(owner, memberWith({ profile }))?.updatedAt).toBe(profile.updatedAt);
  });

  it("is complete for the owner, even if nothing is shared", () => {
    const nothingShared = Object.fromEntries(
      privacySwitches.map((name) => [name, false]),
    ) as typeof sharedAtFirst;
    const seen = viewProfile(owner, memberWith({ profile: { sharedFields: nothingShared } }));
    expect(seen).toMatchObject({
      location: "Fort Worth, TX",
      mos: "15A",
      classYear: "2012",
      sharedFields: nothingShared,
    });
  });
});

describe("contacts", () => {
  const audiences = {
    ...audienceOfAll("members"),
    phoneNumber: "connections",
    linkedinUrl: "nobody",
  } as const;
  const member = memberWith({ audiences });
  const strangers = { areInTouch: false };
  const inTouch = { areInTouch: true };

  it("appear in lists by name, without their values", () => {
    expect(publicProfile(memberWith())?.contacts)
      .toEqual(["primaryEmail", "phoneNumber", "linkedinUrl", "calendarUrl"]);
    expect(publicProfile(member)?.contacts).toEqual(["primaryEmail", "calendarUrl"]);
    const listed = JSON.stringify(publicProfile(memberWith()));
    for (const name of contactOrder) {
      expect(listed).not.toContain(`"${name}":`);
      const value = memberWith().profile?.[name];
      if (value) expect(listed).not.toContain(value);
    }
  });

  it("follow their audience: members, people in touch, or no one", () => {
    expect(viewProfile(other, member, strangers)).toMatchObject({
      contacts: ["primaryEmail", "calendarUrl"],
      primaryEmail: "pat@example.com",
    });
    expect(viewProfile(other, member, inTouch)).toMatchObject({
      contacts: ["primaryEmail", "phoneNumber", "calendarUrl"],
      phoneNumber: "555-0100",
    });
    expect(viewProfile(other, memberWith(), strangers)).not.toHaveProperty("secondaryEmail");
    expect(viewProfile(owner, member)).toMatchObject({
      phoneNumber: "555-0100",
      linkedinUrl: "https://www.linkedin.com/in/pat",
    });
  });

  it("look missing to people outside their audience", () => {
    const none = memberWith({ profile: { phoneNumber: null, linkedinUrl: null } });
    expect(JSON.stringify(viewProfile(other, member, strangers)))
      .toBe(JSON.stringify(viewProfile(other, none, strangers)));
  });

  it("can be withheld while their names are shown", () => {
    const seen = viewProfile(other, member, inTouch);
    const held = seen && withoutContacts(seen as SeenProfile);
    expect(held).toMatchObject({ contacts: ["primaryEmail", "phoneNumber", "calendarUrl"] });
    expect(JSON.stringify(held)).not.toMatch(/pat@|555-0100|calendar\.example/);
  });
});
