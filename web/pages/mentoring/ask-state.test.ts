import { describe, expect, it } from "vitest";
import { aMember, aProfile } from "../../testing/members.ts";
import { askStateOf, askStateText, isMentor } from "./ask-state.tsx";

const takes = { takesRequests: true, pausedUntil: null, capacity: 3 };
const alum = aMember({ role: "alumni", profile: aProfile() });

describe("the state of asking a member", () => {
  it("depends first on the profile, then on the settings, then on open conversations", () => {
    const hidden = aMember({ profile: aProfile({ isVisible: false }) });
    const off = { ...takes, takesRequests: false, pausedUntil: "2027-03" };
    const full = { ...alum, conversations: 3 };
    expect(askStateOf(aMember(), off)).toEqual({ is: "no-profile" });
    expect(askStateOf(hidden, off)).toEqual({ is: "hidden" });
    expect(askStateOf(full, off)).toEqual({ is: "off" });
    expect(askStateOf(full, { ...takes, pausedUntil: "2027-03" }))
      .toEqual({ is: "paused", until: "2027-03" });
    expect(askStateOf(full, takes)).toEqual({ is: "full", capacity: 3 });
    expect(askStateOf({ ...alum, conversations: 2 }, takes)).toEqual({ is: "open" });
  });

  it("is described in one line", () => {
    expect(askStateText({ is: "paused", until: "2027-03" }))
      .toBe("Cadets can't ask you for help until March 2027.");
    expect(askStateText({ is: "paused", until: "resumed" })).toContain("two weren't answered");
    expect(askStateText({ is: "full", capacity: 1 }))
      .toBe(
        "You're in 1 conversation, as many as you allow. Cadets can ask you again when one ends.",
      );
  });

  it("applies to alumni and cadre, and to cadets only once they take requests", () => {
    const [on, off] = [{ takesRequests: true }, { takesRequests: false }];
    expect([isMentor(alum, off), isMentor(aMember({ role: "cadre" }), off)]).toEqual([true, true]);
    expect([isMentor(aMember(), off), isMentor(aMember(), on)]).toEqual([false, true]);
  });
});
