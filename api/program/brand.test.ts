import { describe, expect, it } from "vitest";
import { nothingSet } from "../../events/program/settings.ts";
import { admissionOf } from "./settings-view.ts";

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
