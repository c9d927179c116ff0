import { z } from "zod";
import { audiences, type ContactAudiences } from "../../events/contacts/audiences.ts";
import { type ContactField, contactOrder } from "../../events/members/contact-fields.ts";
import {
  byName,
  type FieldName,
  isListField,
  type Profile,
  profileField,
  profileFields,
  type SharedField,
} from "../../events/members/profile-fields.ts";
import { privacySwitches, roles } from "../../events/vocabulary.ts";
import type { OwnProfile, PublicProfile, PublicUser, ViewedProfile } from "../contract/profile.ts";

export const id = z.uuid();
export const time = z.iso.datetime({ precision: 3 });
export const role = z.enum(roles).nullable();
export const picture = z.string().regex(/^\/objects\//).nullable();
export const text = z.string().nullable();
export const texts = z.array(z.string());
export const count = z.int().min(0);

export const publicUser = z.strictObject({
  id,
  firstName: z.string(),
  lastName: z.string(),
  role,
  isRoleConfirmed: z.boolean(),
  profileImageUrl: picture,
}).describe("What others may know of an account") satisfies z.ZodType<PublicUser>;

function isSwitchable(name: FieldName): name is SharedField {
  return (privacySwitches as readonly string[]).includes(profileField[name].sharedBy);
}

function isNoContact<Name extends FieldName>(name: Name): name is Exclude<Name, ContactField> {
  return !contactOrder.some((contact) => contact === name);
}

function valuesOf<Name extends FieldName>(names: readonly Name[]) {
  return byName(names, (name) => {
    const { kind, required, choices } = profileField[name];
    if (kind === "topics") {
      return texts.describe(`${choices?.join(", ")}, or a topic of the program's own`);
    }
    if (isListField(name)) return texts;
    return required === undefined ? text : z.string();
  }) as unknown as { readonly [One in Name]: z.ZodType<Profile[One]> };
}

const shown = {
  id,
  userId: id,
  isVisible: z.boolean(),
  createdAt: time,
  updatedAt: time,
  user: publicUser,
  ...valuesOf(profileFields.filter((name) => !isSwitchable(name)).filter(isNoContact)),
};

/** Fields that privacy settings can hide from everyone but the owner. */
const switchable = valuesOf(profileFields.filter(isSwitchable));

export const contactAudiences = z.strictObject(byName(contactOrder, () => z.enum(audiences)))
  .describe(
    "Who can see each contact: members, people in a conversation with its owner, or no one",
  ) satisfies (
    z.ZodType<ContactAudiences>
  );

const version = z.string().describe("Another one with every change of what the owner can change");

export const ownProfile = z.strictObject({
  ...shown,
  ...valuesOf(contactOrder),
  ...switchable,
  sharedFields: z.strictObject(byName(privacySwitches, () => z.boolean())),
  contactAudiences,
  version,
})
  .describe("A profile as its owner sees it: all of it") satisfies z.ZodType<OwnProfile>;

export const contacts = z.array(z.enum(contactOrder));

const publicFields = {
  ...shown,
  ...z.object(switchable).partial().shape,
  contacts: contacts.describe("Which contacts there are for the caller, not what they are"),
  takesRequests: z.boolean().describe("Whether they can be asked for help now"),
};

export const publicProfile = z.strictObject(publicFields)
  .describe(
    "A profile as lists have it, the same for every member: fields that its owner does not share are absent",
  ) satisfies z.ZodType<PublicProfile>;

export const viewedProfile = z.strictObject({
  ...publicFields,
  ...byName(contactOrder, () => z.string().optional()),
  contactsWithheld: z.string().optional()
    .describe("Why what the contacts are is absent, where it would be there otherwise"),
}).describe(
  "A profile by itself, with the contacts that its owner shows to the caller; others are absent, as are " +
    "those that are not there",
) satisfies z.ZodType<ViewedProfile>;
