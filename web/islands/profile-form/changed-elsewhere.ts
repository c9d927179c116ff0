import type { ProfileFormValues } from "./form-values.ts";

/** The form's values of one version of the profile; the version is `""` while there is none. */
export interface OpenedProfile {
  readonly version: string;
  readonly values: ProfileFormValues;
}

/** Conflict: another tab or device saved a field that was changed here, too. Nothing is saved yet. */
export class ChangedElsewhere extends Error {
  override readonly name = "ChangedElsewhere";

  constructor(
    readonly stored: OpenedProfile,
    readonly fields: readonly (keyof ProfileFormValues)[],
  ) {
    super("Your profile was changed elsewhere");
  }
}
