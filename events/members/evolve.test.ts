import { describe, expect, it } from "vitest";
import { published } from "../testing/members.ts";
import type { MemberEvent } from "./events.ts";
import { type Audience, audienceOfAll } from "../contacts/audiences.ts";
import { evolve, unknownMember } from "./evolve.ts";
import { sharedAtFirst } from "../vocabulary.ts";

/** Each event one minute after the one before. */
function profileAfter(...events: readonly MemberEvent[]) {
  const member = events.reduce(
    (before, event, minute) =>
      evolve(before, { memberId: "member-1", atMs: minute * 60_000, event }),
    unknownMember,
  );
  if (member.status !== "present") throw new Error("No member");
  return member.record.profile;
}

const changed = (personal: object): MemberEvent => ({
  type: "ProfileChanged",
  facts: { changed: Object.keys(personal) },
  personal,
});
const private_: MemberEvent = {
  type: "PrivacyChanged",
  facts: { shared: { ...sharedAtFirst, location: false } },
  personal: null,
};
const minute = (count: number) => new Date(count * 60_000).toISOString();

describe("the time of the last visible change", () => {
  it("moves with a visible change", () => {
    const profile = profileAfter(...published(), changed({ bio: "New" }));
    expect(profile).toMatchObject({ updatedAt: minute(2), publicUpdatedAt: minute(2) });
  });

  it("doesn't move with a change to a hidden field", () => {
    const profile = profileAfter(
      ...published({ location: "Dallas, TX" }),
      private_,
      changed({ location: "Waco, TX" }),
    );
    expect(profile).toMatchObject({ updatedAt: minute(3), publicUpdatedAt: minute(2) });
  });

  it("doesn't move while the profile is hidden, and moves when it is shown again", () => {
    const hide: MemberEvent = { type: "ProfileHidden", facts: {}, personal: null };
    const show: MemberEvent = { type: "ProfileShown", facts: {}, personal: null };
    const whileHidden = profileAfter(...published(), hide, changed({ bio: "New" }));
    expect(whileHidden?.publicUpdatedAt).toBe(minute(2));
    const shown = profileAfter(...published(), hide, changed({ bio: "New" }), show);
    expect(shown?.publicUpdatedAt).toBe(minute(4));
  });

  it("moves with the name, not with the username", () => {
    const account = (personal: object): MemberEvent => ({
      type: "AccountDetailsChanged",
      facts: { changed: [] },
      personal,
    });
    expect(profileAfter(...published(), account({ lastName: "Roe" }))?.publicUpdatedAt).toBe(
      minute(2),
    );
    expect(profileAfter(...published(), account({ username: "other" }))?.publicUpdatedAt).toBe(
      minute(1),
    );
  });
});

describe("the time of the last visible change, and contacts", () => {
  const audience = (phoneNumber: Audience): MemberEvent => ({
    type: "ContactAudiencesChanged",
    facts: { audiences: { ...audienceOfAll("members"), phoneNumber } },
    personal: null,
  });
  const withPhone = published({ phoneNumber: "555-0100" });
  const publicTime = (...events: readonly MemberEvent[]) =>
    profileAfter(...withPhone, ...events)?.publicUpdatedAt;

  it("moves when lists name other contacts, not when a contact's value changes", () => {
    expect(publicTime(audience("connections"))).toBe(minute(2));
    expect(publicTime(audience("connections"), audience("nobody"))).toBe(minute(2));
    expect(publicTime(changed({ phoneNumber: "555-0199" }))).toBe(minute(1));
    expect(publicTime(changed({ phoneNumber: null }))).toBe(minute(2));
  });
});

describe("an erased member", () => {
  it("has no record, even if earlier events lost their personal part", () => {
    const events: MemberEvent[] = [
      ...published().map((event) => ({ ...event, personal: null })),
      {
        type: "MemberErased",
        facts: { lastRole: "alumni", lastClassYears: null },
        personal: null,
      },
    ] as MemberEvent[];
    const member = events.reduce(
      (before, event) => evolve(before, { memberId: "member-1", atMs: 0, event }),
      unknownMember,
    );
    expect(member).toEqual({ status: "erased" });
  });
});
