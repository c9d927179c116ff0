import { eventBetween } from "../connections/events.ts";
import { Refusal } from "../errors.ts";
import { dayMs } from "../day.ts";
import type { ContactField } from "../members/contact-fields.ts";
import type { MemberEvent } from "../members/events.ts";
import type { MemberRecord } from "../members/record.ts";

/** After this many days, owners no longer see who viewed their contacts. */
export const revealsStoredDays = 365;
export const revealsStoredMonths = Math.floor(revealsStoredDays / 30);

export interface Reveal {
  readonly ownerId: string;
  readonly contacts: readonly ContactField[];
}

export interface SeenToday {
  readonly ownerId: string;
  readonly contact: ContactField;
}

/** The UTC day of a time, such as `2026-11-22`. */
export function dayOf(at: Date): string {
  return at.toISOString().slice(0, 10);
}

export interface RevealBudget {
  readonly perDay: number;
  readonly isKnown: boolean;
}

/** @throws {Refusal} Without a confirmed address: fake accounts see no contacts. */
export function requireConfirmedAddress(viewer: Pick<MemberRecord, "emailVerified">): void {
  if (viewer.emailVerified) return;
  throw new Refusal(
    "contact/unconfirmed",
    "Confirm your email address to see contacts. Open My Profile to see how.",
  );
}

export function unseenContacts(
  seen: readonly SeenToday[],
  { ownerId, contacts }: Reveal,
): ContactField[] {
  const known = seen.flatMap((each) => each.ownerId === ownerId ? [each.contact] : []);
  return contacts.filter((contact) => !known.includes(contact));
}

/**
 * Decides whether contacts may be shown; `[]` if seen today.
 * @throws {Refusal} Over the daily limit of people.
 */
export function decideReveal(
  seen: readonly SeenToday[],
  { ownerId, contacts }: Reveal,
  { perDay, isKnown }: RevealBudget,
): MemberEvent[] {
  const fresh = unseenContacts(seen, { ownerId, contacts });
  if (fresh.length === 0) return [];
  const people = new Set(seen.map((each) => each.ownerId));
  if (!people.has(ownerId) && people.size >= perDay) {
    const sooner = isKnown ? "" : ", or once a mentor whom the program knows accepts your request";
    throw new Refusal(
      "contact/too-many",
      `You've seen the contacts of ${perDay} ${
        perDay === 1 ? "person" : "people"
      } today. You can see more tomorrow${sooner}.`,
    );
  }
  return [eventBetween("ContactRevealed", { memberId: ownerId, contacts: fresh })];
}

/** The first day whose views owners still see. */
export function firstStoredDay(now: Date): string {
  return dayOf(new Date(now.getTime() - revealsStoredDays * dayMs));
}

/**
 * Events that replace an erased viewer's views for the owners: one anonymous event per owner and
 * day, whose position hides the order of views.
 */
export function anonymousReveals(
  seen: readonly (SeenToday & { readonly day: string })[],
): MemberEvent[] {
  const byOwnerAndDay = new Map<string, Extract<MemberEvent, { type: "RevealKept" }>["personal"]>();
  for (const { ownerId: memberId, day, contact } of seen) {
    const key = `${memberId} ${day}`;
    const contacts = [...byOwnerAndDay.get(key)?.contacts ?? [], contact];
    byOwnerAndDay.set(key, { memberId, day, contacts });
  }
  return [...byOwnerAndDay].toSorted(([one], [other]) => one < other ? -1 : 1)
    .map(([, personal]) => ({ type: "RevealKept", facts: {}, personal }));
}
