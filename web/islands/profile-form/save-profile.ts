import type { OwnProfile } from "../../../api/contract/profile.ts";
import { ApiError, send } from "../../hydration/calls.ts";
import { calls } from "../../paths.ts";
import { formValues, type ProfileFormValues } from "./form-values.ts";
import { changesOf, conflictsOf, joined } from "./reconcile.ts";

/** The form's values for one version of the profile. The version is `""` without a profile. */
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

/** Attempts before a save gives up, each one lost to another save. */
const maxTries = 5;

/**
 * Optimistic save of the profile form: sends only the changed fields, with the version on which
 * they were made. If the server has another version by now, merges with it and sends again.
 * @param opened Values and version when the form was opened.
 * @param stored The latest version that this page knows.
 * @throws {ChangedElsewhere} When a field was changed here and elsewhere.
 * @throws {ApiError} When the server refuses it.
 * @throws {ServerUnreachable} When it can't be reached.
 */
export async function saveProfile(
  opened: OpenedProfile,
  typed: ProfileFormValues,
  stored = opened,
  triesLeft = maxTries,
): Promise<OpenedProfile> {
  const versions = { opened: opened.values, typed, stored: stored.values };
  const conflicts = conflictsOf(versions);
  if (conflicts.length > 0) throw new ChangedElsewhere(stored, conflicts);
  const values = joined(versions);
  const headers = { "If-Match": `"${stored.version}"` };
  try {
    return openedOf(
      stored.version === ""
        ? await send("POST", calls.profile, values)
        : await send("PATCH", calls.profile, changesOf(stored.values, values), headers),
    );
  } catch (error) {
    const found = error instanceof ApiError && error.profile;
    if (!found || triesLeft === 1) throw error;
    return await saveProfile(opened, typed, openedOf(found), triesLeft - 1);
  }
}

function openedOf(profile: OwnProfile): OpenedProfile {
  return { version: profile.version, values: formValues(profile) };
}
