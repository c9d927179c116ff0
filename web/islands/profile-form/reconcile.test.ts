import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { audiences } from "../../../events/contacts/audiences.ts";
import { formValues, type ProfileFormValues } from "./form-values.ts";
import { changesOf, conflictsOf, joined } from "./reconcile.ts";

const blank = formValues(undefined);

/** Only a few different texts, so that equal ones are common. */
const text = fc.constantFrom("", "Armor", "Law");
const values: fc.Arbitrary<ProfileFormValues> = fc.record({
  company: text,
  bio: text,
  armySchools: fc.array(text, { maxLength: 2 }),
  isVisible: fc.boolean(),
  email: fc.constantFrom(...audiences),
  phone: fc.constantFrom(...audiences),
  industry: fc.boolean(),
  location: fc.boolean(),
}).map(({ industry, location, email, phone, ...rest }) => ({
  ...blank,
  ...rest,
  sharedFields: { ...blank.sharedFields, industry, location },
  contactAudiences: { ...blank.contactAudiences, primaryEmail: email, phoneNumber: phone },
}));
const versions = fc.record({ opened: values, typed: values, stored: values });

describe("a profile edited in two places at once", () => {
  it("has all changes made here", () => {
    fc.assert(fc.property(versions, (three) => {
      const changed = Object.keys(changesOf(three.opened, three.typed))
        .filter((name) => !/^(sharedFields|contactAudiences)$/.test(name));
      const lost = Object.keys(changesOf(joined(three), three.typed));
      expect(lost.filter((name) => changed.includes(name))).toEqual([]);
    }));
  });

  it("has all changes made elsewhere, except for reported conflicts", () => {
    fc.assert(fc.property(versions, (three) => {
      const elsewhere = Object.keys(changesOf(three.opened, three.stored))
        .filter((name) => !/^(sharedFields|contactAudiences)$/.test(name));
      const lost = Object.keys(changesOf(joined(three), three.stored));
      expect(lost.filter((name) => elsewhere.includes(name)))
        .toEqual(conflictsOf(three).filter((name) => lost.includes(name)));
    }));
  });

  it("merges the switches one by one", () => {
    fc.assert(fc.property(versions, ({ opened, typed, stored }) => {
      const { industry } = joined({ opened, typed, stored }).sharedFields;
      const isChangedHere = typed.sharedFields.industry !== opened.sharedFields.industry;
      expect(industry).toBe((isChangedHere ? typed : stored).sharedFields.industry);
    }));
  });

  it("merges the audiences one by one", () => {
    fc.assert(fc.property(versions, ({ opened, typed, stored }) => {
      const { primaryEmail } = joined({ opened, typed, stored }).contactAudiences;
      const isChangedHere =
        typed.contactAudiences.primaryEmail !== opened.contactAudiences.primaryEmail;
      expect(primaryEmail).toBe((isChangedHere ? typed : stored).contactAudiences.primaryEmail);
    }));
  });

  it("has no conflict if both made the same change", () => {
    const typed = { ...blank, company: "Armor" };
    expect(conflictsOf({ opened: blank, typed, stored: typed })).toEqual([]);
    expect(conflictsOf({ opened: blank, typed, stored: { ...blank, company: "Law" } }))
      .toEqual(["company"]);
  });
});
