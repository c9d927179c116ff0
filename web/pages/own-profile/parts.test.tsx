// @vitest-environment happy-dom
import { screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { type OwnProfile, ownProfile } from "../../../events/members/privacy.ts";
import { sharedAtFirst } from "../../../events/vocabulary.ts";
import type { ProfileRecord } from "../../../events/members/record.ts";
import { keyOf } from "../../hydration/query-client.ts";
import { renderPart } from "../../page-part.tsx";
import { aMember, aProfile } from "../../testing/members.ts";
import { Parts } from "./parts.tsx";

function own(profile: Partial<ProfileRecord> = {}): OwnProfile {
  return ownProfile(aMember({ role: "alumni", profile: aProfile(profile) })) as OwnProfile;
}

function show(profile: Partial<ProfileRecord> = {}, { isAdmitted = true } = {}) {
  const part = renderPart(
    <Parts profile={own(profile)} isAdmitted={isAdmitted} asks={undefined} program="TCU" />,
    [[keyOf("/api/profile/me"), own(profile)]],
  );
  document.body.innerHTML = new TextDecoder().decode(part.html);
}

const card = (name: string) => within(screen.getByRole("region", { name }));
const editLink = (name: string) =>
  card(name).getByRole("link", { name: /^(Edit|Add) / }).getAttribute("href");
const nothing = {
  ...{ bio: null, industry: null, company: null, jobTitle: null, location: null },
  ...{ helpTopics: [], expertise: [], armySchools: [], previousPositions: [] },
};

describe("the parts of a member's own profile", () => {
  it("show everything entered, as others see it", () => {
    show({
      expertise: ["Supply chains"],
      location: "Fort Worth, TX",
      previousPositions: ["Company Commander"],
    });
    expect(card("About").getByText("Two deployments, then graduate school.")).toBeTruthy();
    const topics = card("Help Topics I Can Assist With").getByRole("list", { name: "Help topics" });
    expect(within(topics).getAllByRole("listitem").map((item) => item.textContent))
      .toEqual(["Branch Selection", "Ranger School"]);
    for (const text of ["Consulting", "Northfield Partners", "Consultant", "Fort Worth, TX"]) {
      expect(card("Professional Information").getByText(text)).toBeTruthy();
    }
    for (const text of ["TCU Army ROTC", "Class of 2014", "Infantry", "11A", "Active Duty"]) {
      expect(card("Military Background").getByText(text)).toBeTruthy();
    }
    expect(card("Areas of Expertise").getByText("Supply chains")).toBeTruthy();
    expect(card("Army Schools & Training").getByText("Ranger School")).toBeTruthy();
    expect(card("Previous Positions").getByText("Company Commander")).toBeTruthy();
  });

  it("say that only its owner sees a former name, until they show it", () => {
    show({ formerName: "Smithers" });
    expect(card("Former Name").getByText("Smithers")).toBeTruthy();
    expect(card("Former Name").getByText("Only you see this")).toBeTruthy();
    expect(editLink("Former Name")).toBe("/profile/edit#section-former-name");
    show({ formerName: "Smithers", sharedFields: { ...sharedAtFirst, formerName: true } });
    expect(card("Former Name").getByText("Members see this")).toBeTruthy();
    show();
    expect(screen.queryByRole("region", { name: "Former Name" })).toBeNull();
  });

  it("name what is missing, with links to the fields", () => {
    show(nothing);
    expect(card("About").getByText("No bio provided yet.")).toBeTruthy();
    expect(editLink("About")).toBe("/profile/edit#section-current-information");
    expect(card("Help Topics I Can Assist With").getByText("No help topics selected yet."))
      .toBeTruthy();
    const added = card("Professional Information").getAllByRole("listitem")
      .map((item) => [item.textContent, item.querySelector("a")?.getAttribute("href")]);
    expect(added).toEqual([
      ["Current Position", "/profile/edit#profile-jobTitle"],
      ["Company", "/profile/edit#profile-company"],
      ["Location", "/profile/edit#profile-location"],
      ["Industry", "/profile/edit#profile-industry"],
    ]);
    for (const name of ["Areas of Expertise", "Army Schools & Training", "Previous Positions"]) {
      expect(screen.queryByRole("region", { name })).toBeNull();
      expect(screen.getByRole("link", { name })).toBeTruthy();
    }
  });

  it("each link to their section of the form", () => {
    show({ previousPositions: ["Company Commander"] });
    expect([
      editLink("Help Topics I Can Assist With"),
      editLink("Military Background"),
      editLink("Army Schools & Training"),
      editLink("Previous Positions"),
    ]).toEqual([
      "/profile/edit#section-help-topics",
      "/profile/edit#section-military-background",
      "/profile/edit#section-army-schools",
      "/profile/edit#section-previous-positions",
    ]);
  });

  it("say who sees them, except for empty ones", () => {
    show({ jobTitle: null, location: null, expertise: ["Supply chains"] });
    expect(card("About").getByText("Members see this")).toBeTruthy();
    const work = card("Professional Information");
    expect(work.getByText("Members see this")).toBeTruthy();
    expect(work.getByRole("link", { name: "Change who sees this" }).getAttribute("href"))
      .toBe("#privacy");
    show({
      location: null,
      expertise: ["Supply chains"],
      sharedFields: {
        ...{ industry: false, location: false, helpTopics: false, specialty: false },
        ...{ classYear: false, formerName: false },
      },
    });
    expect(card("Professional Information").getByText("Members see this, except your industry"))
      .toBeTruthy();
    expect(
      card("Military Background")
        .getByText("Members see this, except your branch and MOS and your class year"),
    ).toBeTruthy();
    expect(card("Areas of Expertise").getByText("Only you see this")).toBeTruthy();
    show({
      company: null,
      jobTitle: null,
      location: null,
      sharedFields: { ...sharedAtFirst, industry: false },
    });
    expect(card("Professional Information").getByText("Only you see this")).toBeTruthy();
    show({ isVisible: false });
    expect(card("About").getByText("Only you see this for now")).toBeTruthy();
    show({}, { isAdmitted: false });
    expect(card("About").getByText("Only you see this for now")).toBeTruthy();
    show(nothing);
    expect(card("About").queryByText(/see this/)).toBeNull();
  });
});
