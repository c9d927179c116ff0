import type { OwnProfile } from "../../../api/contract/profile.ts";
import { calls } from "../../paths.ts";
import { ApiError, send } from "../../hydration/calls.ts";
import { ChangedElsewhere, type OpenedProfile } from "./changed-elsewhere.ts";
import { changesOf } from "./changes.ts";
import { formValues, profileChange, type ProfileFormValues } from "./form-values.ts";
import { conflictsOf, joined } from "./reconcile.ts";

interface ProfileToSave {
  /** Saved when the form was opened. */
  readonly opened: OpenedProfile;
  readonly typed: ProfileFormValues;
}

/** Attempts before a save gives up, each one lost to another save. */
const maxTries = 5;

/**
 * Optimistic save of the profile form: sends only the changed fields, with the version that they were
 * made on. When the server has another version by now, they are merged with it and sent again.
 *
 * @param stored The latest version that this page knows of.
 * @returns The saved profile.
 * @throws {ChangedElsewhere} When a field was changed here and elsewhere.
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
function openedOf(profile: OwnProfile | undefined): OpenedProfile {
  return { version: profile?.version ?? "", values: formValues(profile) };
}
