import { expect, it } from "vitest";
import { aMember, aProfile } from "../../testing/members.ts";
import { completenessOf } from "./next-step.ts";

const of = (profile: Parameters<typeof aProfile>[0], profileImageUrl: string | null = null) =>
  completenessOf({ ...aMember({ profileImageUrl }), profile: aProfile(profile) });

it("names the one thing that helps most of those that a profile does not say", () => {
  expect(of({ helpTopics: [], bio: null })).toMatchObject({
    said: 3,
    of: 6,
    next: "Say what you can help with",
  });
  expect(of({ company: null, jobTitle: "" })).toMatchObject({ next: "Say what you do now" });
  expect(of({ company: null })).toEqual({ said: 5, of: 6, next: "Add a picture" });
  expect(of({}, "/objects/pictures/one")).toEqual({ said: 6, of: 6, next: null });
});
