/**
 * Events of a member. Each event's payload is in two parts: facts, which stay in clear
 * because statistics need them and nobody is named by them, and personal values, which are sealed
 * under the member's key and unreadable once that key is gone.
 *
 * A stored shape is a promise: add an event or an upcaster rather than change one.
 *
 * @module
 */
import { z } from "zod";
import { connectionEventSchemas } from "../connections/events.ts";
import { countEventSchemas } from "../connections/count-events.ts";
import type { EventOf } from "../event-of.ts";
import { privacySwitches, roles } from "../vocabulary.ts";
import { audiences } from "../contacts/audiences.ts";
import { contactOrder } from "./contact-fields.ts";
import {
  byName,
  factFields,
  type FieldName,
  isListField,
  type Profile,
  profileField,
  profileFields,
  type SealedField,
} from "./profile-fields.ts";
import { contactEventSchemas } from "../contacts/events.ts";
import { invitationEventSchemas } from "../invitations/invitation-events.ts";
import { offerEventSchemas } from "../invitations/offer-events.ts";
import { programEventSchemas } from "../program/events.ts";

const nothing = z.strictObject({});
const role = z.enum(roles);
const text = z.string();
const optionalText = text.nullable();
const texts = z.array(text);

/** What statistics are made of. Free texts are coded, so that nobody is recognised by them. */
const profileFacts = z.strictObject({
  /** Years alone: `2018` or `2005-2007`; `null` for another text. */
  classYears: optionalText,
  rank: text,
  armyBranch: text,
  dutyStatus: optionalText,
  industryCode: optionalText,
  regionCode: optionalText,
  helpTopics: texts,
});

const isSealed = (name: FieldName): name is SealedField =>
  !factFields.some((fact) => fact === name);

/** Fields that are no facts, in the order in which they are sealed. */
export const sealedFields = profileFields.filter(isSealed);

const profilePersonal = z.strictObject(
  byName(sealedFields, (name) => {
    if (isListField(name)) return texts;
    return profileField[name].required === undefined ? optionalText : text;
  }) as unknown as { readonly [Name in SealedField]: z.ZodType<Profile[Name]> },
);

const sharedFields = z.strictObject(
  Object.fromEntries(privacySwitches.map((name) => [name, z.boolean()])) as Record<
    typeof privacySwitches[number],
    z.ZodBoolean
  >,
);

const contactAudiences = z.strictObject(byName(contactOrder, () => z.enum(audiences)));

const account = z.strictObject({ username: text, email: text, firstName: text, lastName: text });

/** Facts and personal values of every type, in today's shape. */
export const memberEventSchemas = {
  ...connectionEventSchemas,
  ...countEventSchemas,
  ...programEventSchemas,
  ...contactEventSchemas,
  ...offerEventSchemas,
  ...invitationEventSchemas,
  MemberRegistered: { facts: z.strictObject({ role: role.nullable() }), personal: account },
  RoleSelected: {
    facts: z.strictObject({ role, previousRole: role.nullable() }),
    personal: z.null(),
  },
  AccountDetailsChanged: {
    facts: z.strictObject({ changed: z.array(account.keyof()) }),
    personal: account.partial(),
  },
  EmailVerified: { facts: nothing, personal: z.null() },
  /** By a mailed link. */
  PasswordReset: { facts: nothing, personal: z.null() },
  /** By somebody who knew the one before. */
  PasswordChanged: { facts: nothing, personal: z.null() },
  /** By an operator, for someone who has lost their mailbox. */
  PasswordLinkMade: { facts: nothing, personal: z.null() },
  /** By an operator: a copy of everything that is stored about them. */
  DataExported: { facts: nothing, personal: z.null() },
  ProfileCreated: { facts: profileFacts, personal: profilePersonal },
  ProfileChanged: {
    facts: profileFacts.partial().extend({ changed: texts }),
    personal: profilePersonal.partial(),
  },
  ProfileShown: { facts: nothing, personal: z.null() },
  ProfileHidden: { facts: nothing, personal: z.null() },
  /** All five, as they are from now on. */
  PrivacyChanged: { facts: z.strictObject({ shared: sharedFields }), personal: z.null() },
  /** Of every contact, as it is from now on. */
  ContactAudiencesChanged: {
    facts: z.strictObject({ audiences: contactAudiences }),
    personal: z.null(),
  },
  ProfileImageChanged: {
    facts: nothing,
    personal: z.strictObject({ objectPath: optionalText }),
  },
  /** Whether staff are mailed about what waits for them. */
  StaffNoticesChanged: { facts: z.strictObject({ wants: z.boolean() }), personal: z.null() },
  ProfileDeleted: { facts: nothing, personal: z.null() },
  /** The last word of a stream. */
  MemberErased: {
    facts: z.strictObject({ lastRole: role.nullable(), lastClassYears: optionalText }),
    personal: z.null(),
  },
} as const;

export type MemberEventType = keyof typeof memberEventSchemas;

export type MemberEvent = EventOf<typeof memberEventSchemas>;

const forgettable: ReadonlySet<string> = new Set<MemberEventType>([
  "MessageSent",
  "FeedbackGiven",
  "MessageReported",
  "ContactRevealed",
  "RevealKept",
  "AnnouncementMade",
  "SettingsChanged",
]);

/** Whether events of a type have payloads that are forgotten by themselves, while their author goes on. */
export function isForgettable(type: string): boolean {
  return forgettable.has(type);
}
