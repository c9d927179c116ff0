// @vitest-environment happy-dom
import { screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { type OwnProfile, ownProfile } from "../../../events/members/privacy.ts";
import type { ProfileRecord } from "../../../events/members/record.ts";
import { keyOf } from "../../hydration/query-client.ts";
import { startTabs } from "../../hydration/tabs.ts";
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
  startTabs(screen.getByRole("tablist"));
}

/** The one panel that shows. */
const panel = () => within(screen.getByRole("tabpanel"));

describe("the tabs of one's own profile", () => {
  it("show one at a time, and the address says which", async () => {
    show("about", { bio: null });
    expect(panel().getByText("No bio provided yet.")).toBeTruthy();
    await userEvent.click(screen.getByRole("tab", { name: "Help Topics" }));
    expect(panel().getByText("Help Topics I Can Assist With")).toBeTruthy();
    expect(panel().queryByText("No bio provided yet.")).toBeNull();
    await waitFor(() => expect(location.search).toBe("?tab=help-topics"));
  });

  it("are chosen by arrow keys", async () => {
    show("about");
    screen.getByRole("tab", { name: "About" }).focus();
    await userEvent.keyboard("{ArrowRight}");
    expect(screen.getByRole("tab", { name: "Experience" }).getAttribute("aria-selected"))
      .toBe("true");
    expect(document.activeElement).toBe(screen.getByRole("tab", { name: "Experience" }));
    await userEvent.keyboard("{Home}{ArrowLeft}");
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
