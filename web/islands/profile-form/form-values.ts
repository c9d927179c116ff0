/**
 * The profile form's values: read from a form or a post, and converted to the product's changes.
 * The browser and the server use the same code.
 */
import type { OwnProfile } from "../../../api/contract/profile.ts";
import {
  type Audience,
  audienceOfAll,
  audiences,
  type ContactAudiences,
} from "../../../events/contacts/audiences.ts";
import { type ContactField, contactOrder } from "../../../events/members/contact-fields.ts";
import type { SharedFields } from "../../../events/members/profile.ts";
import {
  byName,
  type EntryField,
  type FieldName,
  isListField,
  type ListField,
  profileField,
  profileFields,
} from "../../../events/members/profile-fields.ts";
import { privacySwitches, sharedAtFirst } from "../../../events/vocabulary.ts";

export type TextField = Exclude<FieldName, ListField>;

const textFields = profileFields.filter((name): name is TextField => !isListField(name));
/** Lists of free texts, each entry with its own input. */
const entryFields = profileFields.filter((name): name is EntryField =>
  profileField[name].kind === "entries"
);

/**
 * Maximum number of entries in a list: slightly more than a profile may have, so that a message can
 * say so.
 */
export const maxListed = 60;

/** Names of controls that aren't fields of the profile. */
export const controls = {
  isVisible: "isVisible",
  shared: (name: string) => `shared.${name}`,
  audience: (name: ContactField) => `audience.${name}`,
  /** Buttons that add or remove an entry without script. */
  add: "add",
  remove: "remove",
  /** Version of the profile that the form was opened with, for forms sent without script. */
  version: "version",
} as const;

export type ProfileFormValues =
  & Readonly<Record<TextField, string>>
  & Readonly<Record<EntryField, readonly string[]>>
  & {
    readonly helpTopics: readonly string[];
    readonly isVisible: boolean;
    readonly sharedFields: SharedFields;
    readonly contactAudiences: ContactAudiences;
  };

/**
 * The form's values for a profile, or for none yet.
 * @param chosen Audiences of the contacts of a member without a profile.
 */
export function formValues(
  profile: OwnProfile | undefined,
  chosen: ContactAudiences = audienceOfAll("members"),
): ProfileFormValues {
  const contactAudiences = profile?.contactAudiences ?? chosen;
  return {
    ...byName(textFields, (name) => profile?.[name] ?? ""),
    ...byName(entryFields, (name) => profile?.[name] ?? []),
    helpTopics: profile?.helpTopics ?? [],
    isVisible: profile?.isVisible ?? true,
    sharedFields: byName(privacySwitches, (name) => (profile?.sharedFields ?? sharedAtFirst)[name]),
    contactAudiences: byName(contactOrder, (name) => contactAudiences[name]),
  };
}

/** The form's raw values, with empty entries and unvalidated. */
export function readProfileForm(form: FormData): ProfileFormValues {
  return {
    ...byName(textFields, (name) => text(form.get(name))),
    ...byName(entryFields, (name) => form.getAll(name).map(text)),
    helpTopics: form.getAll("helpTopics").map(text),
    isVisible: form.has(controls.isVisible),
    sharedFields: byName(privacySwitches, (name) => form.has(controls.shared(name))),
    contactAudiences: byName(contactOrder, (name) => audienceIn(form, name)),
  };
}

/** Only the profile's own fields, which its schema validates. */
export function profileInput(values: ProfileFormValues): Readonly<Record<string, unknown>> {
  const { isVisible: _, sharedFields: __, contactAudiences: ___, ...fields } = values;
  return fields;
}

/**
 * The values after a button that adds or removes an entry; `undefined` if the form was sent by
 * another button.
 */
export function withEntryAction(
  values: ProfileFormValues,
  form: FormData,
): ProfileFormValues | undefined {
  const added = entryFields.find((name) => name === form.get(controls.add));
  if (added) return { ...values, [added]: [...values[added], ""].slice(0, maxListed) };
  const [name, index] = text(form.get(controls.remove)).split(":");
  const removed = entryFields.find((field) => field === name);
  if (removed === undefined) return undefined;
  return { ...values, [removed]: values[removed].filter((_, at) => at !== Number(index)) };
}

/** The version that the form was opened with; `undefined` if it is missing. */
export function openedVersion(form: FormData): string | undefined {
  const version = form.get(controls.version);
  return typeof version === "string" ? version : undefined;
}

/** Reads a contact's audience; only its owner if the value is invalid. */
function audienceIn(form: FormData, name: ContactField): Audience {
  const said = form.get(controls.audience(name));
  return audiences.find((audience) => audience === said) ?? "nobody";
}

/** Browsers send line breaks as CR LF; a text is stored with LF alone. */
function text(value: FormDataEntryValue | null): string {
  return typeof value === "string" ? value.replaceAll("\r\n", "\n") : "";
}
