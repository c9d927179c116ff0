import type { OwnProfile } from "../../../api/contract/profile.ts";
import { calls } from "../../paths.ts";
import { ApiError, send } from "../../hydration/calls.ts";
import { changesOf } from "./changes.ts";
import { formValues, profileChange, type ProfileFormValues } from "./form-values.ts";
import { conflictsOf, joined } from "./reconcile.ts";

/** The form's values of one version of the profile; the version is `""` while there is none. */
export interface OpenedProfile {
  readonly version: string;
  readonly values: ProfileFormValues;
}

/** Something else was saved meanwhile in fields that were changed here, too; nothing is saved yet. */
export class ChangedElsewhere extends Error {
  override readonly name = "ChangedElsewhere";

  constructor(
    readonly stored: OpenedProfile,
    readonly fields: readonly (keyof ProfileFormValues)[],
  ) {
    super("Your profile was changed elsewhere");
  }
}

export interface ProfileToSave {
  /** What was saved when the form was opened. */
  readonly opened: OpenedProfile;
  readonly typed: ProfileFormValues;
}

/** More often than this nobody else saves between two tries. */
const maxTries = 5;

/**
 * Saves what was changed in the form, and nothing else: over what the server has, if that is still what
 * the form was opened with, and otherwise over what it says it has.
 *
 * @param stored What the server was last heard to have.
 * @returns What is saved then.
 * @throws {ChangedElsewhere}
 * @throws {ApiError} When the server refuses it.
 * @throws {ServerAway} When it cannot be reached.
 */
export async function saveProfile(
  { opened, typed }: ProfileToSave,
  stored = opened,
  triesLeft = maxTries,
): Promise<OpenedProfile> {
  const versions = { opened: opened.values, typed, stored: stored.values };
  const conflicts = conflictsOf(versions);
  if (conflicts.length > 0) throw new ChangedElsewhere(stored, conflicts);
  try {
    return await sendOver(stored, joined(versions));
  } catch (error) {
    const found = error instanceof ApiError && error.profile;
    if (!found || triesLeft === 1) throw error;
    return await saveProfile({ opened, typed }, openedOf(found), triesLeft - 1);
  }
}

async function sendOver(
  stored: OpenedProfile,
  values: ProfileFormValues,
): Promise<OpenedProfile> {
  const headers = { "If-Match": `"${stored.version}"` };
  const saved = stored.version === ""
    ? await send<OwnProfile>("POST", calls.profile, profileChange(values))
    : await send<OwnProfile>("PATCH", calls.profile, changesOf(stored.values, values), headers);
  return openedOf(saved);
}

/** A profile as a form opens it. */
export function openedOf(profile: OwnProfile | undefined): OpenedProfile {
  return { version: profile?.version ?? "", values: formValues(profile) };
}
