import { describe, expect, it } from "vitest";
import { sharedAtFirst } from "../../../events/vocabulary.ts";
import { checkProfile } from "../../../events/members/profile.ts";
import { formValues, profileInput, readProfileForm, withEntryAction } from "./form-values.ts";

const context = { role: "alumni", year: 2026 } as const;

function form(entries: readonly (readonly [string, string])[]): FormData {
  const form = new FormData();
  for (const [name, value] of entries) form.append(name, value);
  return form;
}

const filled = form([
  ["classYear", "2015"],
  ["rank", "CPT"],
  ["armyBranch", "Infantry"],
  ["mos", "11A"],
  ["bio", "First line\r\nSecond line"],
  ["helpTopics", "Networking"],
  ["helpTopics", "BOLC Prep"],
  ["armySchools", "Ranger School"],
  ["armySchools", ""],
  ["primaryEmail", "jane@example.com"],
  ["isVisible", "true"],
  ["shared.location", "true"],
]);

describe("reading a form", () => {
  it("reads repeated fields as lists, and keeps empty entries", () => {
    const values = readProfileForm(filled);
    expect(values.helpTopics).toEqual(["Networking", "BOLC Prep"]);
    expect(values.armySchools).toEqual(["Ranger School", ""]);
    expect(values.previousPositions).toEqual([]);
  });

  it("reads a missing field as empty, and a missing switch as off", () => {
    const values = readProfileForm(filled);
    expect(values.company).toBe("");
    expect(values.isVisible).toBe(true);
    expect(values.sharedFields).toEqual({
      location: true,
      industry: false,
      specialty: false,
      helpTopics: false,
      classYear: false,
      formerName: false,
    });
  });

  it("ignores files and unknown fields", () => {
    const form = new FormData();
    form.append("role", "cadre");
    form.append("mos", new File(["x"], "x.txt"));
    const change = readProfileForm(form);
    expect(change).not.toHaveProperty("role");
    expect(change.mos).toBe("");
  });
});

describe("the result", () => {
  it("is a profile that the schema accepts", () => {
    const check = checkProfile(profileInput(readProfileForm(filled)), context);
    expect(check).toMatchObject({
      ok: true,
      profile: { bio: "First line\nSecond line", armySchools: ["Ranger School"], company: null },
    });
  });

  it("gets all messages of an empty form at once", () => {
    const check = checkProfile(profileInput(readProfileForm(new FormData())), context);
    expect(check).toEqual({
      ok: false,
      fields: {
        classYear: "Class year is required",
        rank: "Rank is required",
        armyBranch: "Army branch is required",
        mos: "MOS is required",
        primaryEmail: "At least one email address (primary or secondary) is required",
      },
    });
  });
});

describe("without a profile", () => {
  it("the form is empty and visible, and shares everything except a former name", () => {
    const values = formValues(undefined);
    expect(values.classYear).toBe("");
    expect(values.expertise).toEqual([]);
    expect(values.isVisible).toBe(true);
    expect(values.sharedFields).toEqual(sharedAtFirst);
  });
});

describe("buttons of a list", () => {
  it("add an empty entry", () => {
    const posted = form([["expertise", "Cyber"], ["add", "expertise"]]);
    expect(withEntryAction(readProfileForm(posted), posted)?.expertise).toEqual(["Cyber", ""]);
  });

  it("remove one entry", () => {
    const posted = form([
      ["armySchools", "Ranger School"],
      ["armySchools", "Airborne School"],
      ["remove", "armySchools:0"],
    ]);
    expect(withEntryAction(readProfileForm(posted), posted)?.armySchools)
      .toEqual(["Airborne School"]);
  });

  it("are absent when the form is saved, and can't name another field", () => {
    expect(withEntryAction(readProfileForm(filled), filled)).toBeUndefined();
    const posted = form([["add", "isVisible"], ["remove", "mos:0"]]);
    expect(withEntryAction(readProfileForm(posted), posted)).toBeUndefined();
  });
});
