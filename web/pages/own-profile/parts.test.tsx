// @vitest-environment happy-dom
import { within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { type OwnProfile, ownProfile } from "../../../events/members/privacy.ts";
import type { ProfileRecord } from "../../../events/members/record.ts";
import { keyOf } from "../../hydration/query-client.ts";
import { renderPart } from "../../page-part.tsx";
import { aMember, aProfile } from "../../testing/members.ts";
import { OwnProfileTabs, type ProfileTab } from "./tabs.tsx";

function own(profile: Partial<ProfileRecord> = {}): OwnProfile {
  return ownProfile(aMember({ role: "alumni", profile: aProfile(profile) })) as OwnProfile;
}

function show(tab: ProfileTab, profile: Partial<ProfileRecord> = {}) {
  const part = renderPart(
    <OwnProfileTabs profile={own(profile)} tab={tab} program="TCU" />,
    [[keyOf("/api/profile/me"), own(profile)]],
  );
  document.body.innerHTML = new TextDecoder().decode(part.html);
}

/** The page below the tabs. */
const panel = () => within(document.body);
/** Where the tabs lead, and which of them is this page. */
const tabs = () =>
  [...document.querySelectorAll("nav a")].map((tab) => [
    tab.getAttribute("href"),
    tab.getAttribute("aria-current"),
  ]);

describe("the tabs of one's own profile", () => {
  it("show one at a time, and the address says which", () => {
    show("about", { bio: null });
    expect(panel().getByText("No bio provided yet.")).toBeTruthy();
    show("help-topics", { bio: null });
    expect(panel().getByText("Help Topics I Can Assist With")).toBeTruthy();
    expect(panel().queryByText("No bio provided yet.")).toBeNull();
    expect(tabs()).toEqual([
      ["/profile?tab=about", null],
      ["/profile?tab=experience", null],
      ["/profile?tab=help-topics", "page"],
      ["/profile?tab=privacy", null],
    ]);
    show("privacy");
    expect(panel().getByText("Privacy Settings")).toBeTruthy();
  });

  it("have words for what was not said", () => {
    show("experience", { jobTitle: null, company: null, location: null, armySchools: [] });
    for (const text of ["Current Position", "Company", "Location"]) {
      expect(panel().getByText(text)).toBeTruthy();
    }
    expect(panel().getByText("Infantry (11A)")).toBeTruthy();
    expect(panel().queryByText("Army Schools & Training")).toBeNull();
  });

  it("show everything that was said", () => {
    show("experience", {
      jobTitle: "Consultant",
      armySchools: ["Ranger School"],
      previousPositions: ["Company Commander"],
    });
    for (const text of ["Consultant", "Northfield Partners", "Fort Worth, TX"]) {
      expect(panel().getByText(text)).toBeTruthy();
    }
    for (const text of ["TCU Army ROTC", "Class of 2014", "Infantry (11A)", "Active Duty"]) {
      expect(panel().getByText(text)).toBeTruthy();
    }
    for (const text of ["Army Schools & Training", "Ranger School", "Previous Positions"]) {
      expect(panel().getByText(text)).toBeTruthy();
    }
    expect(panel().getByText("Company Commander")).toBeTruthy();
  });

  it("begin with the bio and the help topics", () => {
    show("about");
    expect(panel().getByText("Two deployments, then graduate school.")).toBeTruthy();
    const topics = within(panel().getByRole("list", { name: "Help topics" }));
    expect(topics.getAllByRole("listitem").map((item) => item.textContent))
      .toEqual(["Branch Selection", "Ranger School"]);
  });

  it("say when no help topics are selected", () => {
    show("help-topics", { helpTopics: [] });
    expect(panel().getByText("No help topics selected yet.")).toBeTruthy();
  });
});
