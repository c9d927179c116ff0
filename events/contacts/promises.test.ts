import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { contactField, contactOrder } from "../members/contact-fields.ts";
import { viewProfile } from "../members/privacy.ts";
import { memberWith } from "../testing/members.ts";
import { audienceOfAll, audiences } from "./audiences.ts";
import { whoSeesContacts } from "./promises.ts";

const other = { memberId: "00000000-0000-4000-8000-000000000002", admission: null };

describe("whoSeesContacts", () => {
  it("lists each contact by its audience", () => {
    const member = memberWith({
      audiences: { ...audienceOfAll("members"), phoneNumber: "connections", calendarUrl: "nobody" },
      profile: { secondaryEmail: "pat@army.example.com" },
    });
    expect(whoSeesContacts(member)).toEqual([
      "Members of the directory can see your primary email, Army email, and LinkedIn profile.",
      "Only people you're in a conversation with can see your phone number.",
      "Other members can't see your booking link.",
    ]);
  });

  it.each(
    [
      ["", { profile: null }],
      [" Your profile is hidden.", { profile: { isVisible: false } }],
      [
        " You aren't approved yet.",
        { admission: { state: "waiting", needs: "approval", since: "2026-11-02T12:00:00.000Z" } },
      ],
    ] as const,
  )("says why nobody can: %s", (why, changes) => {
    expect(whoSeesContacts(memberWith(changes)))
      .toEqual([`Other members can't see your contact details.${why}`]);
  });

  it("matches what each viewer sees, for any settings", () => {
    const value = fc.constantFrom(null, "a value");
    const settings = fc.record(
      Object.fromEntries(contactOrder.map((name) => [name, fc.constantFrom(...audiences)])),
    );
    const profile = fc.record({
      ...Object.fromEntries(contactOrder.map((name) => [name, value])),
      isVisible: fc.boolean(),
    });
    fc.assert(fc.property(settings, profile, fc.boolean(), (settings, profile, areInTouch) => {
      const member = memberWith({
        audiences: { ...audienceOfAll("members"), ...settings },
        profile,
      });
      const seen = viewProfile(other, member, { areInTouch });
      const sentences = whoSeesContacts(member);
      for (const name of contactOrder) {
        const { inWords } = contactField[name].contact;
        const sentence = sentences.find((one) => one.includes(inWords)) ??
          sentences.find((one) => one.includes("contact details"));
        const isSeen = seen?.[name as "primaryEmail"] != null;
        if (isSeen) expect(sentence).toMatch(/^Members|^Only people/);
        if (isSeen && !areInTouch) expect(sentence).toMatch(/^Members/);
        if (!isSeen && areInTouch && member.profile?.[name]) {
          expect(sentence).toMatch(/^Other members can't/);
        }
      }
    }));
  });
});
