// @vitest-environment happy-dom
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { type PublicProfile, publicProfile } from "../../events/members/privacy.ts";
import type { MemberRecord, ProfileRecord } from "../../events/members/record.ts";
import { aMember, aProfile } from "../testing/members.ts";
import { ProfileCard } from "./directory/profile-card.tsx";

afterEach(cleanup);

function show(
  profile: Partial<ProfileRecord> = {},
  member: Partial<MemberRecord> = {},
  search = "",
) {
  const shown = publicProfile(aMember({ role: "alumni", ...member, profile: aProfile(profile) }));
  return render(<ProfileCard profile={shown as PublicProfile} search={search} />).container;
}

const badges = (card: HTMLElement) =>
  [...card.querySelectorAll(".profile-card-badges .badge")].map((badge) => badge.textContent);

describe("a profile card", () => {
  it("shows the picture over the initials", () => {
    const card = show({}, { profileImageUrl: "/objects/jordan.jpg" });
    expect(card.querySelector("img")?.getAttribute("src")).toBe("/objects/jordan.jpg");
    expect(screen.getByText("JR")).toBeTruthy();
  });

  it("has the service and the industry as badges, and no industry that is not known", () => {
    expect(badges(show())).toEqual(["Army", "Consulting"]);
    cleanup();
    expect(badges(show({ industry: null }))).toEqual(["Army"]);
  });

  it("says rank and class, of cadre only the years", () => {
    const line = (card: HTMLElement) => card.querySelector(".profile-card-class")?.textContent;
    expect(line(show())).toBe("CPTClass of 2014");
    cleanup();
    expect(line(show({ classYear: "2005-2007" }, { role: "cadre" }))).toBe("2005-2007");
  });

  it("has words for what is not there", () => {
    show({ location: null, mos: "" }, { firstName: "", lastName: "" });
    expect(screen.getByRole("heading", { name: "Unknown" })).toBeTruthy();
    expect(screen.getByText("Location not specified")).toBeTruthy();
    expect(screen.getByText("Specialty:").parentElement?.textContent).toBe("Specialty: Infantry");
  });

  it("shows three help topics, then how many more", () => {
    show({ helpTopics: ["Networking", "Ranger School", "OML Strategy", "PCS Tips", "BOLC Prep"] });
    expect(screen.getByText("Can help with:")).toBeTruthy();
    expect(screen.getAllByRole("listitem").slice(0, 4).map((item) => item.textContent))
      .toEqual(["Networking", "Ranger School", "OML Strategy", "+2 more"]);
  });

  it("shows the topic that was searched for, marked, in place of one that was not", () => {
    const helpTopics = ["Networking", "Ranger School", "OML Strategy", "PCS Tips"] as const;
    const card = show({ helpTopics }, {}, "pcs");
    expect([...card.querySelectorAll(".tag-list li")].map((item) => item.textContent))
      .toEqual(["PCS Tips", "Networking", "Ranger School", "+1 more"]);
    expect(card.querySelector(".tag-list mark")?.textContent).toBe("PCS");
  });

  it("offers every way to reach someone that there is", () => {
    show({
      secondaryEmail: "dana@army.example",
      phoneNumber: "817 555 0100",
      linkedinUrl: "https://www.linkedin.com/in/dana",
      calendarUrl: "https://calendar.example.com/dana",
    });
    expect(screen.getByText("Quick Contact:")).toBeTruthy();
    const link = (name: RegExp) => screen.getByRole("link", { name });
    expect(link(/^Primary Email/).getAttribute("href")).toBe("mailto:alum@example.com");
    expect(link(/^Army Email/).getAttribute("href")).toBe("mailto:dana@army.example");
    expect(link(/^Call/).getAttribute("href")).toBe("tel:8175550100");
    expect(link(/^LinkedIn/).getAttribute("target")).toBe("_blank");
    expect(link(/^Booking Link/).getAttribute("href")).toBe("https://calendar.example.com/dana");
    expect(link(/^Booking Link/).getAttribute("target")).toBe("_blank");
  });

  it("offers nothing when there is no way", () => {
    show({ primaryEmail: null });
    expect(screen.queryByText("Quick Contact:")).toBeNull();
  });

  it("leads to the whole profile", () => {
    show({}, { memberId: "dana" });
    const link = screen.getByRole("link", { name: /^View Full Profile/ });
    expect(link.getAttribute("href")).toBe("/alumni/dana");
  });
});
