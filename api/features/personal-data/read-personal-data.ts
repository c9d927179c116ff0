import { happenedAtMs, isBetweenTwo } from "../../../events/connections/events.ts";
import { dayMs } from "../../../events/day.ts";
import { contactOrder } from "../../../events/members/contact-fields.ts";
import type { Invitation } from "../../../events/invitations/invitation.ts";
import type { MemberEvent } from "../../../events/members/events.ts";
import type { MemberRecord } from "../../../events/members/record.ts";
import { openEvent } from "../../../events/members/sealing.ts";
import { revealsStoredDays } from "../../../events/contacts/reveals.ts";
import type { RevealTable } from "../../../events/read/reveals.ts";
import type { Database } from "../../../events/store/database.ts";
import type { EventLog } from "../../../events/store/event-log.ts";
import type { MemberKeys } from "../../../events/store/keys.ts";
import type { tablesOfMembers } from "../../../events/store/other-tables.ts";
import { tablesOf } from "../../../events/store/queries.ts";
import type { StoredPasskeys } from "../../auth/passkeys/stored-passkeys.ts";
import type { Sessions } from "../../auth/sessions.ts";
import type { Arrival } from "../relay/arrivals.ts";
import type { PersonalData } from "./schema.ts";

export interface PersonalDataParts {
  readonly log: Pick<EventLog, "readStream" | "readBy">;
  readonly keys: Pick<MemberKeys, "load">;
  readonly database: Pick<Database, "read" | "write">;
  readonly revealTable: Pick<RevealTable, "ofOwner">;
  readonly passkeys: Pick<StoredPasskeys, "of">;
  readonly sessions: Pick<Sessions, "list">;
  readonly arrivals: { of(memberId: string): Promise<readonly Arrival[]> };
  readonly now: () => Date;
}

type StoredData = Omit<PersonalData, "$schema" | "files">;

/**
 * Reads all stored data about one person, without files: everything that deleting the account
 * deletes. Others are numbers, since any member can look up a profile by its id. Staff are `staff`.
 * Texts by others are left out.
 */
export async function readPersonalData(
  member: MemberRecord,
  parts: PersonalDataParts,
): Promise<StoredData> {
  const { memberId } = member;
  const { log, keys, revealTable, now } = parts;
  const key = (await keys.load([memberId])).get(memberId);
  const stored = [
    ...await log.readStream(memberId),
    ...(await log.readBy(memberId)).filter(isBetweenTwo),
  ];
  const numberOf = numbered(memberId);
  const events = stored.map((each) => {
    const event = openEvent(each, key);
    const isOwn = each.actorId === memberId || isBetweenTwo(event);
    return {
      at: new Date(happenedAtMs(event, each)).toISOString(),
      type: event.type,
      by: isOwn ? "member" : isId(each.actorId) ? "staff" : each.actorId,
      facts: event.facts,
      personal: withoutWordsOfOthers(event),
    };
  }).sort((one, other) => one.at.localeCompare(other.at))
    .map((event) => ({ ...event, personal: withoutIds(event.personal, numberOf) }));
  const sinceMs = now().getTime() - revealsStoredDays * dayMs;
  const looks = await revealTable.ofOwner(memberId, { sinceMs, offset: 0, limit: 1_000_000 });
  return {
    exportedAt: now().toISOString(),
    member: { ...member, invitation: withoutInviter(member.invitation) },
    ...await readBesideEvents(memberId, parts),
    contactsSeenBy: looks.map(({ viewerId, day, contacts }) => ({
      memberId: viewerId === null ? null : numberOf(viewerId),
      day,
      contacts: contactOrder.filter((name) => contacts.includes(name)),
    })),
    events,
  };
}

/** Names of others, by id, in order of appearance. */
function numbered(ownId: string): (memberId: string) => string {
  const numbers = new Map<string, string>();
  return (memberId) =>
    memberId === ownId
      ? memberId
      : numbers.getOrInsertComputed(memberId, () => `person ${numbers.size + 1}`);
}

const keysOfIds: ReadonlySet<string> = new Set(["memberId", "fromId", "toId"]);

function withoutIds(personal: unknown, numberOf: (memberId: string) => string): unknown {
  if (personal === null) return null;
  return Object.fromEntries(
    Object.entries(personal as object).map(([name, value]) => [
      name,
      keysOfIds.has(name) && typeof value === "string" ? numberOf(value) : value,
    ]),
  );
}

/** Removes the inviter's id and words, which are the inviter's data. */
function withoutInviter(invitation: Invitation | null): Invitation | null {
  if (invitation === null) return null;
  const { invitedBy: _, words: __, ...own } = invitation;
  return own as Invitation;
}

/**
 * Removes others' words: a report's quote, and words of an invitation. Also removes how many alumni
 * a question went to.
 */
function withoutWordsOfOthers({ type, personal }: MemberEvent): unknown {
  if (type === "InvitationWritten") return null;
  if (type === "QuestionSent" && personal !== null) {
    const { memberIds: _, ...own } = personal;
    return own;
  }
  if (type !== "MessageReported" || personal === null) return personal;
  const { quoted: _, ...own } = personal;
  return own;
}

function isId(actorId: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(actorId);
}

/** The part of the data that contains each table. A table without one doesn't compile. */
const partOf = {
  credentials: "password",
  passkeys: "passkeys",
  tokens: "links",
  sessions: "sessions",
  notices: "announcedConversations",
  invitation_states: "invitation",
  refused_addresses: "bouncedMails",
  arrivals: "mailedAnswers",
  question_mails: "mailedQuestions",
} as const satisfies Readonly<Record<typeof tablesOfMembers[number], keyof StoredData>>;

type BesideEvents = Pick<StoredData, typeof partOf[keyof typeof partOf] | "waitingMails">;

async function readBesideEvents(
  memberId: string,
  { database, passkeys, sessions, arrivals }: PersonalDataParts,
): Promise<BesideEvents> {
  const db = tablesOf(database);
  const [password] = await db.selectFrom("credentials").selectAll()
    .where("member_id", "=", memberId).execute();
  const [invitation] = await db.selectFrom("invitation_states").select(["sent_at_ms", "opened_on"])
    .where("member_id", "=", memberId).execute();
  const links = await db.selectFrom("tokens").select(["kind", "expires_at_ms"])
    .where("member_id", "=", memberId).execute();
  const mails = await db.selectFrom("outbox").select(["kind", "created_at_ms"])
    .where("member_id", "=", memberId).execute();
  const bounced = await db.selectFrom("refused_addresses").select("bounces")
    .where("member_id", "=", memberId).execute();
  const questions = await db.selectFrom("question_mails").select("until_day")
    .where("member_id", "=", memberId).execute();
  const notices = await db.selectFrom("notices").select("slot")
    .where("member_id", "=", memberId).execute();
  return {
    password: password === undefined ? null : {
      isSet: password.password_hash !== null,
      isByEmail: password.is_mailed === 1,
      changedAt: timeOf(password.changed_at_ms),
    },
    passkeys: (await passkeys.of(memberId)).map(({ name, createdAt, usedAt, isBackedUp }) => ({
      name,
      createdAt,
      usedAt,
      isBackedUp,
    })),
    sessions: (await sessions.list(memberId)).map((session) => ({
      browser: session.browser,
      createdAt: session.createdAt,
      lastSeenAt: session.lastSeenAt,
      proofs: Object.entries(session.proofs).map(([kind, atMs]) => ({ kind, at: timeOf(atMs) })),
    })),
    links: links.map(({ kind, expires_at_ms }) => ({ kind, expiresAt: timeOf(expires_at_ms) })),
    invitation: invitation === undefined ? null : {
      sentAt: invitation.sent_at_ms === null ? null : timeOf(invitation.sent_at_ms),
      openedOn: invitation.opened_on,
    },
    waitingMails: mails.map(({ kind, created_at_ms }) => ({
      kind,
      createdAt: timeOf(created_at_ms),
    })),
    bouncedMails: bounced.map(({ bounces }) => bounces),
    mailedAnswers: (await arrivals.of(memberId)).map(answerOf),
    announcedConversations: notices.length,
    mailedQuestions: questions.map(({ until_day }) => timeOf(until_day * dayMs).slice(0, 10)),
  };
}

/** Without the text quoted in the mail, which is someone else's. */
function answerOf(arrival: Arrival): PersonalData["mailedAnswers"][number] {
  const { is, atMs } = arrival;
  return {
    at: timeOf(atMs),
    is,
    text: is === "held" ? arrival.text : null,
    leftOut: is === "refused"
      ? []
      : arrival.leftOut.cut.filter((cut) => cut.is !== "quote").map((cut) => cut.text),
    why: is === "refused" ? arrival.why : null,
  };
}

function timeOf(ms: number): string {
  return new Date(ms).toISOString();
}
