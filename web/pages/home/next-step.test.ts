import { describe, expect, it } from "vitest";
import { aMember, aProfile } from "../../testing/members.ts";
import { nextStepOf } from "./for-alumni.tsx";

const takes = { takesRequests: true, pausedUntil: null };

describe("the one next step of an alumnus", () => {
  it("is what keeps cadets from finding or asking them, first", () => {
    const shown = { profileImageUrl: null, profile: aProfile() };
    const hidden = { profileImageUrl: null, profile: aProfile({ isVisible: false }) };
    const none = { ...takes, takesRequests: false };
    expect(nextStepOf(aMember(), none).label).toBe("Create your profile");
    expect(nextStepOf(hidden, none).label).toBe("Show your profile");
    expect(nextStepOf(shown, none).label).toBe("Take requests");
    expect(nextStepOf(shown, { ...takes, pausedUntil: "2027-01" })).toMatchObject({
      text: "Your requests are paused until January 2027.",
      label: "Take requests again",
    });
    expect(nextStepOf(shown, { ...takes, pausedUntil: "resumed" }).text)
      .toBe("Your requests are paused because two weren't answered.");
  });

  it("names the one thing that helps most of those that a profile does not say", () => {
    const of = (profile: Parameters<typeof aProfile>[0], profileImageUrl: string | null = null) =>
      nextStepOf({ profileImageUrl, profile: aProfile(profile) }, takes);
    expect(of({ helpTopics: [], bio: null })).toMatchObject({
      text: "Your profile has 3 of the 6 things cadets look for.",
      label: "Choose what you can help with",
    });
    expect(of({ company: null, jobTitle: "" }).label).toBe("Add your job");
    expect(of({ company: null }).label).toBe("Add a picture");
    expect(of({}, "/objects/pictures/one").label).toBe("See your profile as a cadet sees it");
  });
});
