import type { OwnProfile } from "../../../api/contract/profile.ts";
import { calls } from "../../paths.ts";
import { getJson, send } from "../api.ts";
import { changesOf } from "./changes.ts";
import { formValues, profileChange, type ProfileFormValues } from "./form-values.ts";
import { conflictsOf, joined } from "./reconcile.ts";

/** Something else was saved meanwhile in fields that were changed here, too; nothing is saved yet. */
export class ChangedElsewhere extends Error {
  override readonly name = "ChangedElsewhere";

  constructor(
    readonly stored: ProfileFormValues,
    readonly fields: readonly (keyof ProfileFormValues)[],
  ) {
    super("Your profile was changed elsewhere");
  }
}

export interface ProfileToSave {
  /** There was a profile when the form was opened. */
  readonly exists: boolean;
  /** What was saved then. */
  readonly opened: ProfileFormValues;
  readonly typed: ProfileFormValues;
}

/**
 * Saves what was changed in the form, and nothing else.
 *
 * @throws {ChangedElsewhere}
 * @throws {ApiError} When the server refuses it.
 * @throws {ServerAway} When it cannot be reached.
 */
export async function saveProfile({ exists, opened, typed }: ProfileToSave): Promise<void> {
  const profile = await getJson(calls.ownProfile) as OwnProfile | null;
  if (profile === null) {
    await send(exists ? "PATCH" : "POST", calls.profile, profileChange(typed));
    return;
  }
  // Perhaps it was this very form that created it, and the answer got lost.
  const versions = { opened, typed, stored: formValues(profile) };
  const conflicts = conflictsOf(versions);
  if (conflicts.length > 0) throw new ChangedElsewhere(versions.stored, conflicts);
  await send("PATCH", calls.profile, changesOf(versions.stored, joined(versions)));
}
