/** The lines of `held`: a summary of each kind of data, without contents. */
import { counted } from "../../../../events/amounts.ts";
import { contactOrder } from "../../../../events/members/contact-fields.ts";
import { profileFields } from "../../../../events/members/profile-fields.ts";
import type { PersonalData } from "../../../features/personal-data/schema.ts";

export interface Held {
  readonly store: string;
  /** Lines with 0 are listed as not stored. */
  readonly count: number;
  readonly text: string;
}

interface Outside {
  readonly files: readonly { readonly writtenAt: Date }[];
}

/** A day, as `2026-11-20` in UTC. */
export const day = (atMs: number): string => new Date(atMs).toISOString().slice(0, 10);

type DataPart = Exclude<keyof PersonalData, "$schema" | "exportedAt">;
type StoredData = Pick<PersonalData, Exclude<DataPart, "files">>;
type Lines = (data: StoredData, outside: Outside) => readonly Held[];

/** One entry for each part of a member's data. The compiler refuses a part without an entry. */
const parts: Readonly<Record<DataPart, Lines>> = {
  member: ({ member }) => {
    const { second, asked, former } = member.addresses;
    const { profile } = member;
    const filled = profile === null ? [] : profileFields.filter((name) => hasText(profile[name]));
    const contacts = contactOrder.filter((name) => filled.includes(name));
    const list = member.offer;
    return [
      {
        store: "account",
        count: 1,
        text: `since ${member.createdAt.slice(0, 10)}: names, username, ${
          counted(1 + (second ? 1 : 0), "email address", "email addresses")
        } (${member.emailVerified ? "confirmed" : "not confirmed"}), role`,
      },
      {
        store: "other addresses",
        count: former.length + (asked === null ? 0 : 1),
        text: `${counted(former.length, "earlier one")} that can undo a change, ${
          counted(asked === null ? 0 : 1, "one")
        } not confirmed`,
      },
      {
        store: "profile",
        count: profile === null ? 0 : 1,
        text: `${counted(filled.length, "field")} filled, ${
          profile?.isVisible ? "visible to members" : "hidden"
        }, since ${profile?.createdAt.slice(0, 10)}, last changed ${
          profile?.updatedAt.slice(0, 10)
        }`,
      },
      {
        store: "contacts",
        count: contacts.length,
        text: `${counted(contacts.length, "way")} to reach them, in the profile`,
      },
      {
        store: "program's list",
        count: list === null ? 0 : 1,
        text: `${counted(Object.keys(list?.fields ?? {}).length, "field")} and ${
          counted(list?.cells.length ?? 0, "cell")
        } of an imported list that they haven't answered`,
      },
    ];
  },
  password: ({ password }) => [{
    store: "password",
    count: password?.isSet ? 1 : 0,
    text: `a hash, since ${password?.changedAt.slice(0, 10)}; the password itself isn't stored`,
  }],
  passkeys: ({ passkeys }) => [
    dated("passkeys", passkeys, "public key", ({ createdAt }) => createdAt),
  ],
  sessions: ({ sessions }) => [
    dated("sessions", sessions, "browser", ({ createdAt }) => createdAt),
  ],
  links: ({ links }) => [{
    store: "mailed links",
    count: links.length,
    text: `hashes of ${counted(links.length, "link or code", "links and codes")} that still work`,
  }],
  invitation: ({ invitation }) => [{
    store: "invitation",
    count: invitation === null ? 0 : 1,
    text: "unanswered: when it was sent, and the day on which it was first opened",
  }],
  waitingMails: ({ waitingMails }) => [
    dated(
      "queued emails",
      waitingMails,
      "email",
      ({ createdAt }) => createdAt,
      "sealed until they are sent",
    ),
  ],
  bouncedMails: ({ bouncedMails }) => [{
    store: "refused address",
    count: bouncedMails.length,
    text: "a keyed hash of an address that takes no mail",
  }],
  mailedAnswers: ({ mailedAnswers }) => [
    dated("answers by email", mailedAnswers, "email", ({ at }) => at, "of the last days"),
  ],
  announcedConversations: ({ announcedConversations: count }) => [{
    store: "notices",
    count,
    text: `${
      counted(count, "conversation")
    } with an email that they haven't opened, by a keyed hash`,
  }],
  mailedQuestions: ({ mailedQuestions: { length } }) => [{
    store: "questions to alumni",
    count: length,
    text: `${counted(length, "question")} that was emailed to them in the last days`,
  }],
  contactsSeenBy: ({ contactsSeenBy }) => [
    dated(
      "views of contacts",
      contactsSeenBy,
      "person and day",
      ({ day }) => day,
      "",
      "people and days",
    ),
  ],
  events: ({ events }) => {
    const texts = events.filter(({ type, personal }) =>
      type === "MessageSent" && personal !== null
    );
    const conversations = new Set(
      events.flatMap(({ facts, personal }) => [idIn(facts), idIn(personal)]).filter((id) =>
        id !== undefined
      ),
    );
    return [
      {
        store: "conversations",
        count: conversations.size,
        text: `${
          counted(conversations.size, "conversation or request", "conversations and requests")
        }`,
      },
      dated(
        "messages by them",
        texts,
        "message",
        ({ at }) => at,
        "readable while the service runs, and in the export",
      ),
      dated(
        "events",
        events,
        "event",
        ({ at }) => at,
        "what they did, and what was done with the account",
      ),
    ];
  },
  files: (_, { files }) => [
    dated(
      "files",
      files,
      "file",
      ({ writtenAt }) => writtenAt.toISOString(),
      "the picture, and uploads",
    ),
  ],
};

export function inventory(data: StoredData, outside: Outside): readonly Held[] {
  return (Object.keys(parts) as DataPart[]).flatMap((part) => parts[part](data, outside));
}

function dated<T>(
  store: string,
  found: readonly T[],
  one: string,
  dayOf: (entry: T) => string,
  more = "",
  many?: string,
): Held {
  const first = found.map(dayOf).sort()[0]?.slice(0, 10);
  const text = [`${counted(found.length, one, many)}, since ${first}`, more].filter(Boolean).join(
    "; ",
  );
  return { store, count: found.length, text };
}

function hasText(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 : value !== null && value !== "";
}

function idIn(part: unknown): string | undefined {
  const { connectionId } = (part ?? {}) as { readonly connectionId?: unknown };
  return typeof connectionId === "string" ? connectionId : undefined;
}

/** Data that is never stored about anyone. */
const never =
  "passwords, network addresses, searches, which profiles they looked at, when they read a message";

interface HeldReport {
  readonly held: readonly Held[];
  /** The command that saves the contents, if there are any. */
  readonly contents: string | undefined;
}

export function linesOf(who: string, { held, contents }: HeldReport): string {
  const [there, absent] = [
    held.filter(({ count }) => count > 0),
    held.filter(({ count }) => count === 0),
  ];
  return [
    there.length === 0 ? `${who}: nothing is stored.` : `${who}: this is stored.`,
    "",
    ...there.map(({ store, text }) => `  ${store.padEnd(21)} ${text}`),
    ...there.length === 0 ? [] : [""],
    ...absent.length === 0 ? [] : [`Nothing in: ${absent.map(({ store }) => store).join(", ")}.`],
    `Never stored: ${never}.`,
    "Not counted: emails that were sent, copies outside BACKUPS (Litestream's, a disk's), and counts of the last day by",
    "keyed hashes, which limit how much one person or network does.",
    ...contents === undefined ? [] : [`Contents: ${contents}`],
  ].join("\n");
}
