import { describe, expect, it } from "vitest";
import {
  classText,
  confirmedSince,
  fullName,
  industryText,
  initials,
  locationText,
  specialtyText,
} from "./display.ts";

const user = {
  id: "m1",
  firstName: "Jane",
  lastName: "Doe",
  role: "alumni",
  isRoleConfirmed: true,
  profileImageUrl: null,
} as const;

describe("a name", () => {
  it("is first and last name", () => {
    expect(fullName(user)).toBe("Jane Doe");
    expect(fullName({ firstName: " Jane ", lastName: "" })).toBe("Jane");
  });

  it("is Unknown if there is none", () => {
    expect(fullName({ firstName: "", lastName: " " })).toBe("Unknown");
  });

  it("has the first letters as initials", () => {
    expect(initials({ firstName: "jane", lastName: "doe" })).toBe("JD");
    expect(initials({ firstName: "Élodie", lastName: "" })).toBe("É");
    expect(initials({ firstName: "𝒜da", lastName: "Ng" })).toBe("𝒜N");
    expect(initials({ firstName: "", lastName: "" })).toBe("?");
  });
});

describe("the class", () => {
  it("is a class year for cadets and alumni", () => {
    expect(classText({ classYear: "2018", user })).toBe("Class of 2018");
  });

  it("is the raw years for cadre", () => {
    expect(classText({ classYear: "2005-2007", user: { ...user, role: "cadre" } }))
      .toBe("2005-2007");
  });

  it("is N/A if it isn't shared", () => {
    expect(classText({ user })).toBe("Class of N/A");
    expect(classText({ user: { ...user, role: "cadre" } })).toBe("N/A");
  });
});

describe("the specialty", () => {
  it("is the branch with the MOS in parentheses", () => {
    expect(specialtyText({ armyBranch: "Infantry", mos: "11A" })).toBe("Infantry (11A)");
  });

  it("is only the branch, or N/A", () => {
    expect(specialtyText({ armyBranch: "Infantry", mos: "" })).toBe("Infantry");
    expect(specialtyText({})).toBe("N/A");
  });
});

it("has words for a missing location and industry", () => {
  expect(locationText({ location: null })).toBe("Location not specified");
  expect(locationText({ location: "Austin, TX" })).toBe("Austin, TX");
  expect(industryText({})).toBe("Industry not specified");
});

describe("a confirmation", () => {
  it("is shown if its month is less than a year ago, on any day of a month", () => {
    const since = (day: string) => confirmedSince(new Date(`${day}T23:59:59.999Z`));
    expect(since("2026-11-01")).toBe("2025-12");
    expect(since("2026-11-30")).toBe("2025-12");
    expect(since("2026-12-31")).toBe("2026-01");
    expect(since("2028-02-29")).toBe("2027-03");
  });
});
