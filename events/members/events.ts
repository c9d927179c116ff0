/**
 * Events of a member. Facts stay clear for statistics, and identify no one. Personal values are
 * sealed under the member's key. Stored shapes never change: add an event instead.
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
import { addressEventSchemas } from "./address-events.ts";
import { commissioningEventSchemas } from "../commissioning/commissioning-events.ts";
import { contactEventSchemas } from "../contacts/contact-events.ts";
import { invitationEventSchemas } from "../invitations/invitation.ts";
import { programMailEventSchemas } from "./program-mail-events.ts";
import { offerEventSchemas } from "../invitations/offer-events.ts";
import { staffLetterEventSchemas } from "../program/staff-letter-events.ts";
import { programEventSchemas } from "../program/events.ts";

const nothing = z.strictObject({});
const role = z.enum(roles);
const text = z.string();
const optionalText = text.nullable();
const texts = z.array(text);

/** Facts for statistics. Free texts are coded, so that they identify no one. */
const profileFacts = z.strictObject({
  /** Years only: `2018` or `2005-2007`; `null` for another text. */
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

/** Fields that are not facts, in the order in which they are sealed. */
export const sealedFields = profileFields.filter(isSealed);

const profilePersonal = z.strictObject(
  byName(sealedFields, (name) => {
    if (isListField(name)) return texts;
    return profileField[name].required === undefined ? optionalText : text;
  }) as unknown as { readonly [Name in SealedField]: z.ZodType<Profile[Name]> },
);

const sharedFields = z.strictObject(byName(privacySwitches, () => z.boolean()));

const contactAudiences = z.strictObject(byName(contactOrder, () => z.enum(audiences)));

const account = z.strictObject({ username: text, email: text, firstName: text, lastName: text });

export const memberEventSchemas = {
  ...connectionEventSchemas,
  ...countEventSchemas,
  ...staffLetterEventSchemas,
  ...programEventSchemas,
  ...contactEventSchemas,
  ...offerEventSchemas,
  ...invitationEventSchemas,
  ...commissioningEventSchemas,
  ...addressEventSchemas,
  ...programMailEventSchemas,
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
  PasswordReset: { facts: nothing, personal: z.null() },
  /** By someone who knew the old password. */
  PasswordChanged: { facts: nothing, personal: z.null() },
  /** By an operator, for a member who lost access to their mailbox. */
  PasswordLinkMade: { facts: nothing, personal: z.null() },
  DataExported: { facts: nothing, personal: z.null() },
  /** By an operator, who saw counts and no contents. */
  HoldingsListed: { facts: nothing, personal: z.null() },
  PasskeyAdded: { facts: nothing, personal: z.null() },
  PasskeyRemoved: { facts: nothing, personal: z.null() },
  /** They don't want another offer to add a passkey. */
  PasskeyOfferDismissed: { facts: nothing, personal: z.null() },
  ProfileCreated: { facts: profileFacts, personal: profilePersonal },
  ProfileChanged: {
    facts: profileFacts.partial().extend({ changed: texts }),
    personal: profilePersonal.partial(),
  },
  /** The owner confirmed that all visible details are still right. */
  ProfileConfirmed: { facts: nothing, personal: z.null() },
  ProfileShown: { facts: nothing, personal: z.null() },
  ProfileHidden: { facts: nothing, personal: z.null() },
  /** All switches. Older events lack the ones added later. */
  PrivacyChanged: { facts: z.strictObject({ shared: sharedFields }), personal: z.null() },
  /** The audience of every contact. */
  ContactAudiencesChanged: {
    facts: z.strictObject({ audiences: contactAudiences }),
    personal: z.null(),
  },
  ProfileImageChanged: {
    facts: nothing,
    personal: z.strictObject({ objectPath: optionalText }),
  },
  /**
   * Whether Home reminds them that no one can find them yet, until they show their profile or
   * dismiss it.
   */
  ShowReminderChanged: { facts: z.strictObject({ wants: z.boolean() }), personal: z.null() },
  /** Whether staff get mail about pending work. */
  StaffNoticesChanged: { facts: z.strictObject({ wants: z.boolean() }), personal: z.null() },
  ProfileDeleted: { facts: nothing, personal: z.null() },
  MemberErased: {
    facts: z.strictObject({ lastRole: role.nullable(), lastClassYears: optionalText }),
    personal: z.null(),
  },
} as const;

export type MemberEvent = EventOf<typeof memberEventSchemas>;
