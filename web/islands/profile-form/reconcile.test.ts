import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { audiences } from "../../../events/contacts/audiences.ts";
import { formValues, type ProfileFormValues } from "./form-values.ts";
import { changesOf, conflictsOf, joined } from "./reconcile.ts";

const blank = formValues(undefined);

/** Few different texts, so that the same is often said twice. */
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

describe("a profile written in two places at once", () => {
  it("has everything that was changed here", () => {
    fc.assert(fc.property(versions, (three) => {
      const changed = Object.keys(changesOf(three.opened, three.typed))
        .filter((name) => !/^(sharedFields|contactAudiences)$/.test(name));
      const lost = Object.keys(changesOf(joined(three), three.typed));
      expect(lost.filter((name) => changed.includes(name))).toEqual([]);
    }));
  });

  it("has everything that was changed elsewhere, but where it says so", () => {
    fc.assert(fc.property(versions, (three) => {
      const elsewhere = Object.keys(changesOf(three.opened, three.stored))
        .filter((name) => !/^(sharedFields|contactAudiences)$/.test(name));
      const lost = Object.keys(changesOf(joined(three), three.stored));
      expect(lost.filter((name) => elsewhere.includes(name)))
        .toEqual(conflictsOf(three).filter((name) => lost.includes(name)));
    }));
  });

  it("joins the switches one by one", () => {
    fc.assert(fc.property(versions, ({ opened, typed, stored }) => {
      const { industry } = joined({ opened, typed, stored }).sharedFields;
      const isChangedHere = typed.sharedFields.industry !== opened.sharedFields.industry;
      expect(industry).toBe((isChangedHere ? typed : stored).sharedFields.industry);
    }));
  });

  it("joins the audiences one by one", () => {
    fc.assert(fc.property(versions, ({ opened, typed, stored }) => {
      const { primaryEmail } = joined({ opened, typed, stored }).contactAudiences;
      const isChangedHere =
        typed.contactAudiences.primaryEmail !== opened.contactAudiences.primaryEmail;
      expect(primaryEmail).toBe((isChangedHere ? typed : stored).contactAudiences.primaryEmail);
    }));
  });

  it("has no conflict where both say the same", () => {
    const typed = { ...blank, company: "Armor" };
    expect(conflictsOf({ opened: blank, typed, stored: typed })).toEqual([]);
    expect(conflictsOf({ opened: blank, typed, stored: { ...blank, company: "Law" } }))
      .toEqual(["company"]);
  });
});
