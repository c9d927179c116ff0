import { Refusal } from "../errors.ts";
import type { ContactField } from "../members/contact-fields.ts";
import type { MemberEvent } from "../members/events.ts";
import type { MemberRecord } from "../members/record.ts";
import type { Standing } from "./standing.ts";

/** How many people's contacts one member is shown in a day, unless the program says otherwise. */
export const contactsADay = 60;

/** Days after which nobody is told any more who saw what. */
export const revealsKeptDays = 365;

/** What somebody is about to be shown. */
export interface Reveal {
  readonly ownerId: string;
  readonly contacts: readonly ContactField[];
}

/** A contact that a member was shown today. */
export interface SeenToday {
  readonly ownerId: string;
  readonly contact: ContactField;
}

/** The day of a time, such as `2026-11-22`. A day begins in UTC. */
export function dayOf(at: Date): string {
  return at.toISOString().slice(0, 10);
}

/** How many people's contacts a member is shown in a day, and what is known of them. */
export interface RevealBudget {
  readonly perDay: number;
  readonly standing: Standing;
}

/** @throws {Refusal} When a viewer has confirmed no address: accounts with made-up ones see no contacts. */
export function requireConfirmedAddress(viewer: Pick<MemberRecord, "emailVerified">): void {
  if (viewer.emailVerified) return;
  throw new Refusal(
    "contact/unconfirmed",
    "Confirm your email address to see contacts. Open My Profile to get a new link.",
  );
}

/** Contacts that a viewer hasn't seen today. */
export function notSeen(
  seen: readonly SeenToday[],
  { ownerId, contacts }: Reveal,
): ContactField[] {
  const known = seen.flatMap((each) => each.ownerId === ownerId ? [each.contact] : []);
  return contacts.filter((contact) => !known.includes(contact));
}

/**
 * Which events it leads to that somebody is shown contacts: `[]` when they have seen all of these today.
 *
 * @throws {Refusal} When these are of one person too many.
 */
export function decideReveal(
  seen: readonly SeenToday[],
  { ownerId, contacts }: Reveal,
  { perDay, standing }: RevealBudget,
): MemberEvent[] {
  const fresh = notSeen(seen, { ownerId, contacts });
  if (fresh.length === 0) return [];
  const people = new Set(seen.map((each) => each.ownerId));
  if (!people.has(ownerId) && people.size >= perDay) {
    const sooner = standing === "stranger" ? ", or once a mentor accepts your request" : "";
    throw new Refusal(
      "contact/too-many",
      `You've seen the contacts of ${perDay} ${
        perDay === 1 ? "person" : "people"
      } today. You can see more tomorrow${sooner}.`,
    );
  }
  return [{
    type: "ContactRevealed",
    facts: {},
    personal: { memberId: ownerId, contacts: fresh },
  }];
}

/** An event of a stream, and when it happened. */
interface Happened {
  readonly atMs: number;
  readonly event: MemberEvent;
}

/**
 * What owners still read of the looks of somebody who leaves: one event for each owner and day, without who it was.
 * Their order says nothing of the order of the looks.
 *
 * @param stream All of it, opened.
 */
export function keptReveals(stream: readonly Happened[], now: Date): MemberEvent[] {
  const firstDay = dayOf(new Date(now.getTime() - revealsKeptDays * dayMs));
  const byOwnerAndDay = new Map<string, Extract<MemberEvent, { type: "RevealKept" }>["personal"]>();
  for (const { atMs, event } of stream) {
    const day = dayOf(new Date(atMs));
    if (event.type !== "ContactRevealed" || event.personal === null || day < firstDay) continue;
    const { memberId, contacts: seen } = event.personal;
    const key = `${memberId} ${day}`;
    const contacts = [...byOwnerAndDay.get(key)?.contacts ?? [], ...seen];
    byOwnerAndDay.set(key, { memberId, day, contacts });
  }
  return [...byOwnerAndDay].toSorted(([one], [other]) => one < other ? -1 : 1)
    .map(([, personal]) => ({ type: "RevealKept", facts: {}, personal }));
}

const dayMs = 24 * 60 * 60 * 1000;
