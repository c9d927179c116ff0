import { describe, expect, it } from "vitest";
import {
  armyBranches,
  dutyStatuses,
  helpTopics,
  helpTopicsInFilterOrder,
  privacySwitches,
  roles,
  roleTraits,
  topicFilterLabel,
} from "./vocabulary.ts";

describe("the vocabulary", () => {
  it("lists 22 Army branches in order", () => {
    expect(armyBranches).toEqual([
      "Adjutant General",
      "Air Defense Artillery",
      "Armor",
      "Aviation",
      "Chemical Corps",
      "Corps of Engineers",
      "Cyber Corps",
      "Field Artillery",
      "Finance",
      "Infantry",
      "Medical Services",
      "Military Intelligence",
      "Military Police",
      "Ordnance",
      "Quartermaster",
      "Signal Corps",
      "Transportation",
      "Army Nurse Corps",
      "Medical Service Corps",
      "Medical Corps",
      "Veterinary Corps",
      "Judge Advocate General",
    ]);
  });

  it("lists the ten officer ranks first for every role", () => {
    const officers = ["2LT", "1LT", "CPT", "MAJ", "LTC", "COL", "BG", "MG", "LTG", "GEN"];
    for (const role of roles) expect(roleTraits[role].ranks.slice(0, 10)).toEqual(officers);
    expect(roleTraits.alumni.ranks).toEqual(officers);
  });

  it("has four duty statuses, three roles and six privacy switches", () => {
    expect(dutyStatuses).toEqual(["Active Duty", "Army Reserve", "National Guard", "Veteran"]);
    expect(roles).toEqual(["cadet", "alumni", "cadre"]);
    expect(privacySwitches).toHaveLength(6);
  });

  it("lists the filter panel's 13 topics first in the panel, with its labels", () => {
    expect(helpTopicsInFilterOrder.slice(0, 13).map(topicFilterLabel)).toEqual([
      "Branch Selection",
      "BOLC Preparation",
      "OML Strategy",
      "Resume Review",
      "Career Transition",
      "PCS Tips",
      "Interview Prep",
      "Networking",
      "Graduate School",
      "Security Clearance",
      "Ranger School",
      "Airborne School",
      "Captains Career Course",
    ]);
  });

  it("lists the profile form's 16 topics first in the form", () => {
    expect(helpTopics.slice(0, 16)).toEqual([
      "Branch Selection",
      "BOLC Prep",
      "OML Strategy",
      "Ranger School",
      "Airborne School",
      "SFAS Prep",
      "ROTC Scholarship",
      "Active vs Reserve",
      "Career Transition",
      "Graduate School",
      "Company Command",
      "Battalion Staff",
      "Pentagon Assignment",
      "Deployment Prep",
      "Family Support",
      "Financial Planning",
    ]);
    expect([...helpTopics].sort()).toEqual([...helpTopicsInFilterOrder].sort());
  });
});
