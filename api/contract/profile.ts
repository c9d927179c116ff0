import { z } from "zod";
import type { SeenProfile } from "../../events/members/privacy.ts";
import { SharedFieldsChange } from "../../events/members/profile.ts";
import { byName, profileFields } from "../../events/members/profile-fields.ts";
import { ContactAudiencesChange } from "./contact-audiences.ts";

export type {
  OwnProfile,
  PublicProfile,
  PublicUser,
  SeenProfile,
} from "../../events/members/privacy.ts";

export type ViewedProfile = SeenProfile & {
  /** Why the contacts are missing, for the member to read. */
  readonly contactsWithheld?: string;
};

const isVisible = z.boolean("Must be true or false");

/** Body of `POST` and `PATCH /api/profile`. `checkProfile` checks the fields, because rules depend on the role. */
export const ProfileChange = z.strictObject({
  ...byName(profileFields, () => z.unknown().optional()),
  isVisible: isVisible.optional(),
  sharedFields: SharedFieldsChange.optional(),
  contactAudiences: ContactAudiencesChange.optional(),
});

/** Unchecked profile fields from outside, and the owner's decisions. */
export type ProfileChange = Readonly<z.infer<typeof ProfileChange>>;
