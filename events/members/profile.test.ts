import { describe, expect, it } from "vitest";
import { profileFieldsWith } from "../testing/members.ts";
import { checkProfile, type Profile } from "./profile.ts";

const alumnus = { role: "alumni", year: 2026 } as const;

function messages(changes: Readonly<Record<string, unknown>>) {
  const check = checkProfile(profileFieldsWith(changes), alumnus);
  return check.ok ? {} : check.fields;
}

function profileOf(changes: Readonly<Record<string, unknown>>): Profile {
  const check = checkProfile(profileFieldsWith(changes), alumnus);
  if (!check.ok) throw new Error(JSON.stringify(check.fields));
  return check.profile;
}

describe("a profile", () => {
  it.each([
    ["armyBranch", "Army branch is required"],
    ["mos", "MOS is required"],
    ["classYear", "Class year is required"],
    ["rank", "Rank is required"],
  ])("needs %s", (field, message) => {
    for (const missing of ["", "   ", null, undefined, 7, [], {}]) {
      expect(messages({ [field]: missing })).toEqual({ [field]: message });
    }
  });

  it("needs one of two email addresses, and reports that at the primary one", () => {
    const message = "At least one email address (primary or secondary) is required";
    for (const missing of ["", "  ", null, undefined]) {
      expect(messages({ primaryEmail: missing })).toEqual({ primaryEmail: message });
    }
    expect(messages({ primaryEmail: "", secondaryEmail: "army@example.com" })).toEqual({});
  });

  it.each([
    ["primaryEmail", "not an address", "Invalid email address"],
    ["armyBranch", "Navy", "Unknown army branch"],
    ["rank", "Admiral", "Unknown rank"],
    ["dutyStatus", "Asleep", "Unknown duty status"],
    ["classYear", "20x8", "Class year must be a year from 1900 to 2036"],
    ["classYear", "1899", "Class year must be a year from 1900 to 2036"],
    ["classYear", "2037", "Class year must be a year from 1900 to 2036"],
    ["classYear", "201", "Class year is required"],
    ["helpTopics", ["Cooking"], "Unknown help topic"],
    ["company", "a".repeat(201), "Must be at most 200 characters"],
    ["bio", "a".repeat(4001), "Must be at most 4,000 characters"],
    ["company", "two\nlines", "Must not contain control characters"],
    ["bio", "bell\u0007", "Must not contain control characters"],
    [
      "linkedinUrl",
      "https://linkedin.com.example.com/",
      "LinkedIn URL must be an https address on linkedin.com",
    ],
    [
      "linkedinUrl",
      "https://linkedin.com@example.com/",
      "LinkedIn URL must be an https address on linkedin.com",
    ],
    [
      "linkedinUrl",
      "linkedin.com.example.com/in/pat",
      "LinkedIn URL must be an https address on linkedin.com",
    ],
    ["linkedinUrl", "pat@linkedin.com", "LinkedIn URL must be an https address on linkedin.com"],
    ["calendarUrl", "pat", "Booking Link must be an https address"],
    ["linkedinUrl", "javascript:alert(1)", "LinkedIn URL must be an https address on linkedin.com"],
    ["calendarUrl", "http://calendar.example.com/pat", "Booking Link must be an https address"],
    ["calendarUrl", "https://pat@calendar.example.com/", "Booking Link must be an https address"],
    ["calendarUrl", "https://:pw@calendar.example.com/", "Booking Link must be an https address"],
    ["calendarUrl", "javascript:alert(1)", "Booking Link must be an https address"],
    ["calendarUrl", `https://a.example/${"a".repeat(500)}`, "Must be at most 500 characters"],
    ["armySchools", Array.from({ length: 51 }, () => "Ranger"), "Must have at most 50 entries"],
  ])("refuses %s: %j", (field, value, message) => {
    expect(messages({ [field]: value })).toEqual({ [field]: message });
  });

  it("refuses fields named like properties of every object", () => {
    const strange = JSON.parse(
      '{"constructor": {}, "toString": 1, "__proto__": {"role": "cadre"}}',
    );
    expect(Object.entries(messages(strange)).sort()).toEqual([
      ["__proto__", "Unknown field"],
      ["constructor", "Unknown field"],
      ["toString", "Unknown field"],
    ]);
  });

  it("accepts values at the limits", () => {
    expect(messages({
      classYear: "2036",
      company: "a".repeat(200),
      bio: `${"a".repeat(3990)}\n\tline two`,
      linkedinUrl: "https://www.linkedin.com/in/pat",
    })).toEqual({});
  });

  it.each([
    ["HTTPS://www.LinkedIn.com/in/Pat", "https://www.linkedin.com/in/Pat"],
    ["https://linkedin.com", "https://linkedin.com/"],
    ["https:\\\\linkedin.com\\in\\pat", "https://linkedin.com/in/pat"],
    ["https://linkedin.com/in/../in/zoë?a=<b>", "https://linkedin.com/in/zo%C3%AB?a=%3Cb%3E"],
    ["https://LINKEDIN。com:443/in/pat", "https://linkedin.com/in/pat"],
    ["linkedin.com/in/pat", "https://linkedin.com/in/pat"],
    ["www.linkedin.com/in/pat", "https://www.linkedin.com/in/pat"],
    ["//linkedin.com/in/pat", "https://linkedin.com/in/pat"],
    ["http://www.linkedin.com/in/pat", "https://www.linkedin.com/in/pat"],
    ["  Linkedin.com/in/Pat ", "https://linkedin.com/in/Pat"],
  ])("stores the address %s as %s", (typed, stored) => {
    expect(profileOf({ linkedinUrl: typed }).linkedinUrl).toBe(stored);
    expect(profileOf({ linkedinUrl: stored }).linkedinUrl).toBe(stored);
  });

  it("accepts a booking link on any host, or none", () => {
    const stored = "https://calendar.example.com/Pat?month=1";
    expect(profileOf({ calendarUrl: "HTTPS://Calendar.example.com/Pat?month=1" }).calendarUrl)
      .toBe(stored);
    expect(profileOf({ calendarUrl: "calendar.example.com/Pat?month=1" }).calendarUrl).toBe(stored);
    expect(profileOf({ calendarUrl: "" }).calendarUrl).toBeNull();
    expect(profileOf({}).calendarUrl).toBeNull();
  });

  it("refuses an address that is too long once normalized", () => {
    expect(messages({ linkedinUrl: `https://linkedin.com/in/${"é".repeat(100)}` })).toEqual({
      linkedinUrl: "Must be at most 500 characters",
    });
  });

  it("reports at most twenty fields, and shortens their names", () => {
    const many = Object.fromEntries(Array.from({ length: 45_000 }, (_, at) => [`field${at}`, at]));
    expect(Object.keys(messages(many))).toHaveLength(20);
    const [name] = Object.keys(messages({ ["x".repeat(60_000)]: 1 }));
    expect(name).toBe(`${"x".repeat(60)}…`);
  });

  it("refuses anything but an object, without failing", () => {
    for (const input of [null, undefined, "text", 7, []]) {
      expect(checkProfile(input, alumnus).ok).toBe(false);
    }
  });

  it("trims texts, and drops empty ones", () => {
    expect(profileOf({ mos: " 15A ", company: " ", armySchools: ["", " Ranger "] })).toMatchObject({
      mos: "15A",
      company: null,
      location: null,
      armySchools: ["Ranger"],
      expertise: [],
    });
  });

  it("stores a help topic under one label, once", () => {
    expect(profileOf({ helpTopics: ["BOLC Preparation", "BOLC Prep"] }).helpTopics).toEqual([
      "BOLC Prep",
    ]);
  });

  it("adds a help topic named in the expertise", () => {
    expect(profileOf({ helpTopics: ["OML Strategy"], expertise: ["ranger school", "Golf"] }))
      .toMatchObject({
        helpTopics: ["OML Strategy", "Ranger School"],
        expertise: ["ranger school", "Golf"],
      });
  });
});
