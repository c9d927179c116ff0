import { describe, expect, it } from "vitest";
import { nothingSet } from "../../events/program/settings.ts";
import { checkLogo } from "../config/logo.ts";
import { brandOf } from "./brand.ts";
import { admissionOf } from "./settings-view.ts";

const byStaff = {
  ...nothingSet,
  supportEmail: "rotc@example.edu",
  brand: { programName: "UNT", universityName: null, brandColor: "#00853e", logo: "a-tag" },
};

describe("the brand", () => {
  it("is the specification's program by default", () => {
    expect(brandOf(nothingSet, {})).toEqual({
      programName: { value: "TCU", from: "default" },
      universityName: { value: "Texas Christian University", from: "default" },
      supportEmail: { value: "support@example.edu", from: "default" },
      brandColor: { value: null, from: "default" },
      logo: { value: null, from: "default" },
      isNamed: false,
    });
  });

  it("is what staff set, value by value", () => {
    expect(brandOf(byStaff, {})).toEqual({
      programName: { value: "UNT", from: "staff" },
      universityName: { value: "Texas Christian University", from: "default" },
      supportEmail: { value: "rotc@example.edu", from: "staff" },
      brandColor: { value: "#00853e", from: "staff" },
      logo: { value: { type: "image/webp", tag: "a-tag" }, from: "staff" },
      isNamed: true,
    });
  });

  it("is decided by a variable first", () => {
    const logo = checkLogo(new TextEncoder().encode('<svg viewBox="0 0 8 8"></svg>'));
    if (typeof logo === "string") throw new Error(logo);
    const { programName, supportEmail, logo: shown } = brandOf(byStaff, {
      programName: "TCU",
      supportEmail: "help@example.edu",
      logo,
    });
    expect(programName).toEqual({ value: "TCU", from: "variable" });
    expect(supportEmail).toEqual({ value: "help@example.edu", from: "variable" });
    expect(shown).toEqual({ value: logo, from: "variable" });
    expect(brandOf(nothingSet, { programName: "TCU" }).isNamed).toBe(true);
  });
});

describe("who gets in", () => {
  const by = (set: "open" | "approved" | null, variable?: "open" | "confirmed" | "invited") =>
    admissionOf({ ...nothingSet, admission: set }, { admission: { by: variable } }).by;

  it("is a variable's value before that of staff", () => {
    expect(by("open", "confirmed")).toEqual({ value: "confirmed", from: "variable" });
    expect(by("approved", "invited")).toEqual({ value: "invited", from: "variable" });
    expect(by(null, "open")).toEqual({ value: "open", from: "variable" });
  });

  it("stays closed where staff closed it before a variable was set", () => {
    expect(by("approved", "open")).toEqual({ value: "approved", from: "staff" });
    expect(by("approved", "confirmed")).toEqual({ value: "approved", from: "staff" });
  });
});
