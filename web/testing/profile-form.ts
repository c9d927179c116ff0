import { ownProfile } from "../../events/members/privacy.ts";
import { formValues } from "../islands/profile-form/form-values.ts";
import type { ProfileFormProps } from "../islands/profile-form/profile-form.tsx";
import { aMember, aProfile } from "./members.ts";

// happy-dom reads the first choice of a select that came as HTML, regardless of the selected one.
const profile = aProfile({ rank: "2LT", armyBranch: "Adjutant General" });

/** The member's profile stored on the server. */
export const stored = ownProfile(aMember({ profile }));

/** The form of a member without a profile. */
export const blankForm: ProfileFormProps = {
  memberId: "dana",
  isEdit: false,
  role: "alumni",
  program: "TCU",
  year: 2026,
  values: formValues(undefined),
  version: "",
  ownTopics: [],
  errors: {},
};

/** The form of the stored profile. */
export const filledForm: ProfileFormProps = {
  ...blankForm,
  isEdit: true,
  values: formValues(stored),
  version: "1",
};
