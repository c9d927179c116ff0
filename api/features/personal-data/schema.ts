/**
 * The content of `data.json`, a member's own data. The published JSON Schema describes every key of
 * it.
 */
import { z } from "zod";
import { contactOrder } from "../../../events/members/contact-fields.ts";
import { memberEventSchemas } from "../../../events/members/events.ts";
import {
  byName,
  isListField,
  profileField,
  profileFields,
} from "../../../events/members/profile-fields.ts";
import { programMailKinds } from "../../../events/members/program-mail-events.ts";
import type { MemberRecord, ProfileRecord } from "../../../events/members/record.ts";
import { commissionFields } from "../../../events/commissioning/commissioning.ts";
import { audiences } from "../../../events/contacts/audiences.ts";
import { components, privacySwitches, roles } from "../../../events/vocabulary.ts";
import { eventWords, fieldWords, type PersonalEvent } from "./words.ts";

/** Public address of the schema. */
export const schemaPath = "/schemas/your-data.json";

const text = z.string();
const time = z.iso.datetime();
const role = z.enum(roles);
const value = z.union([text, z.array(text)]);

const decided = [
  z.strictObject({
    state: z.literal("waiting"),
    needs: z.enum(["confirmation", "approval"]),
    since: time,
  }),
  z.strictObject({ state: z.literal("refused"), words: text.nullable(), at: time }),
  z.strictObject({
    state: z.literal("admitted"),
    by: z.enum(["confirmation", "domain", "staff"]),
    at: time,
  }),
] as const;
const suspended = z.strictObject({
  state: z.literal("suspended"),
  at: time,
  before: z.discriminatedUnion("state", decided).nullable(),
});
const admission = z.discriminatedUnion("state", [
  ...decided,
  suspended,
  z.strictObject({
    state: z.literal("died"),
    at: time,
    before: z.discriminatedUnion("state", [...decided, suspended]).nullable(),
  }),
]);

const profile = z.strictObject({
  ...byName(profileFields, (name) => isListField(name) ? z.array(text) : text.nullable()),
  isVisible: z.boolean(),
  sharedFields: z.strictObject(byName(privacySwitches, () => z.boolean())),
  createdAt: time,
  updatedAt: time,
  publicUpdatedAt: time,
  confirmedAt: time,
}) as unknown as z.ZodType<ProfileRecord>;

const commissionFieldTexts = z.strictObject(byName(commissionFields, () => text.nullable()));
const commissioning = z.strictObject({
  answer: z.discriminatedUnion("is", [
    z.strictObject({
      is: z.literal("commissioned"),
      at: time,
      fields: commissionFieldTexts.extend({ dutyStatus: z.enum(components) }),
      before: commissionFieldTexts.nullable(),
    }),
    z.strictObject({
      is: z.literal("put off"),
      at: time,
      classYear: text,
      isForGood: z.boolean(),
    }),
  ]).nullable(),
  remindedAt: time.nullable(),
});

/** A field of the member's state that is missing here doesn't compile. */
const member = z.strictObject(
  {
    memberId: text,
    username: text,
    email: text,
    emailVerified: z.boolean(),
    firstName: text,
    lastName: text,
    role: role.nullable(),
    isCadreConfirmed: z.boolean(),
    admission: admission.nullable(),
    isAskingClosed: z.boolean(),
    isInvited: z.boolean(),
    invitation: z.strictObject({
      isAnswered: z.boolean(),
      mailedAt: text,
      reminders: z.union([z.literal(0), z.literal(1), z.literal(2)]),
      isBounced: z.boolean(),
      isMuted: z.boolean(),
    }).nullable(),
    wantsStaffNotices: z.boolean(),
    wantsShowReminder: z.boolean(),
    wantsPasskeyOffer: z.boolean(),
    programMails: z.strictObject({
      areWanted: z.boolean(),
      sent: z.array(z.strictObject({ kind: z.enum(programMailKinds), at: time })),
      cadetSince: time.nullable(),
    }),
    profileImageUrl: text.nullable(),
    createdAt: time,
    updatedAt: time,
    addresses: z.strictObject({
      asked: z.strictObject({ email: text, as: z.enum(["main", "second"]) }).nullable(),
      second: text.nullable(),
      former: z.array(z.strictObject({ email: text, second: text.nullable(), until: time })),
    }),
    profile: profile.nullable(),
    mentoring: z.strictObject({
      takesRequests: z.boolean(),
      capacity: z.int(),
      pausedUntil: text.nullable(),
      wantsReminders: z.boolean(),
      saidAt: time,
    }).nullable(),
    audiences: z.strictObject(byName(contactOrder, () => z.enum(audiences))).nullable(),
    offer: z.strictObject({
      fields: z.partialRecord(z.enum(profileFields), value.nullable()),
      cells: z.array(z.strictObject({ name: text, text, takenAs: text.nullable() })),
      answered: z.array(text),
    }).nullable(),
    commissioning: commissioning.nullable(),
    conversations: z.int(),
  } satisfies { readonly [Name in keyof MemberRecord]: z.ZodType },
) as unknown as z.ZodType<MemberRecord>;

const person = (words: string) =>
  text.nullable().describe(`${words}, such as "person 1"; \`null\` once they have left`);

const event = z.strictObject({
  at: time.describe(
    "When it happened; of others' acts in a conversation, the exact time isn't stored",
  ),
  type: z.enum(Object.keys(eventWords)).describe("What happened"),
  by: text.describe(
    'Who did it: "member" is you, "staff" the program\'s staff; others are parts of the service',
  ),
  facts: z.unknown(),
  personal: z.unknown(),
});

export const PersonalData = z.strictObject({
  $schema: z.url().describe("Address of this description"),
  exportedAt: time.describe("When this copy was made"),
  member: member.describe("Your account and profile as they are now"),
  password: z.strictObject({
    isSet: z.boolean().describe("Whether you have one"),
    isByEmail: z.boolean().describe(
      "Whether you set it by email while staff proved who they are twice",
    ),
    changedAt: time.describe("When it was last set or removed"),
  }).nullable().describe("Your password: only a hash of it is stored"),
  passkeys: z.array(z.strictObject({
    name: text.describe("Name that you gave it"),
    createdAt: time,
    usedAt: time.nullable().describe("When you last signed in with it, to the hour"),
    isBackedUp: z.boolean().describe("Whether your password manager copies it to other devices"),
  })).describe("Your passkeys; the secret part is only on your devices"),
  sessions: z.array(z.strictObject({
    browser: text.nullable(),
    createdAt: time,
    lastSeenAt: time.describe("When it was last used, to the hour"),
    proofs: z.array(
      z.strictObject({ kind: text.describe("Such as a password or a code"), at: time }),
    )
      .describe("How you proved there who you are, and when you last did"),
  })).describe("Where you are signed in"),
  links: z.array(z.strictObject({
    kind: text.describe("What the link is for"),
    expiresAt: time,
  })).describe("Mailed links of yours that still work; the links themselves aren't stored"),
  invitation: z.strictObject({
    sentAt: time.nullable(),
    openedOn: text.nullable().describe("Day on which you first opened it"),
  }).nullable().describe("Your invitation, until you answer it"),
  waitingMails: z.array(z.strictObject({
    kind: text.describe("What the email is about"),
    createdAt: time,
  })).describe("Emails to you that haven't been sent yet"),
  bouncedMails: z.array(z.int()).describe("How often your address was refused by its mail server"),
  mailedAnswers: z.array(z.strictObject({
    at: time,
    is: z.enum(["held", "posted", "refused"]).describe("What became of it; held ones wait for you"),
    text: text.nullable().describe("What you wrote, if it isn't posted yet"),
    leftOut: z.array(text).describe(
      "Parts of your email that were left out: signature and contacts",
    ),
    why: text.nullable().describe("Why it was refused"),
  })).describe("Your emails that arrived as answers in the last days"),
  announcedConversations: z.int()
    .describe("In how many conversations you got an email about something new"),
  mailedQuestions: z.array(text).describe(
    "For each question to alumni that we emailed you: the day from which we may email you another",
  ),
  contactsSeenBy: z.array(z.strictObject({
    memberId: person("Who saw them"),
    day: text.describe("Day, in UTC"),
    contacts: z.array(z.enum(contactOrder)).describe("Which contacts they saw"),
  })).describe("Who saw your contacts in the last 12 months"),
  events: z.array(event).describe(
    "What you did and wrote, and what was done with your account, in order",
  ),
  files: z.array(z.strictObject({
    name: text.describe("Name of the file beside this one"),
    storedAs: text.describe("Name under which it is stored"),
    writtenAt: time,
    isMissing: z.boolean().describe("Whether it couldn't be read when this copy was made"),
  })).describe("Stored files of yours: your picture, and what you uploaded lately"),
});
export type PersonalData = z.infer<typeof PersonalData>;

export type JsonSchema = Record<string, unknown> & {
  properties?: Record<string, JsonSchema>;
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  additionalProperties?: JsonSchema | boolean;
};

/**
 * JSON Schema (2020-12) of `data.json`, with words for every key.
 * @param address The schema's own address.
 * @throws {Error} For a key without words.
 */
export function describePersonalData(address: string): JsonSchema {
  const schema = toJson(PersonalData);
  const events = Object.entries(eventWords).map(([type, words]) =>
    eventOf(type as PersonalEvent, words)
  );
  (schema.properties?.events ?? {}).items = { oneOf: events };
  describeKeys(schema);
  return { $id: address, title: "Everything that is stored about you", ...schema };
}

/**
 * Leaves out a report's quote of another member, and the people a question went to. Forgotten texts
 * are `null`.
 */
function eventOf(type: PersonalEvent, words: string): JsonSchema {
  const { facts, personal } = memberEventSchemas[type];
  const own = type === "MessageReported"
    ? memberEventSchemas[type].personal.omit({ quoted: true })
    : type === "QuestionSent"
    ? memberEventSchemas[type].personal.omit({ memberIds: true })
    : personal;
  const shape = event.extend({
    type: z.literal(type).describe("What happened"),
    facts: facts.describe("What statistics may count; it names no one"),
    personal: (own as z.ZodType).nullable()
      .describe("The personal part; `null` if there is none, or it was deleted"),
  });
  return { ...toJson(shape), description: words };
}

function toJson(schema: z.ZodType): JsonSchema {
  return z.toJSONSchema(schema, { target: "draft-2020-12" }) as JsonSchema;
}

function describeKeys(
  { properties, items, anyOf = [], oneOf = [], additionalProperties }: JsonSchema,
): void {
  for (const [name, schema] of Object.entries(properties ?? {})) {
    schema.description ??= wordsOf(name);
    describeKeys(schema);
  }
  for (const schema of [items, additionalProperties, ...anyOf, ...oneOf]) {
    if (typeof schema === "object") describeKeys(schema);
  }
}

function wordsOf(name: string): string {
  const words = fieldWords[name] ?? labelOf(name);
  if (words === undefined) throw new Error(`There are no words for ${name}`);
  return words;
}

function labelOf(name: string): string | undefined {
  const field = profileFields.find((field) => field === name);
  const label = field && profileField[field].label;
  return typeof label === "string" ? label : undefined;
}
