import { type Role, roleTraits } from "../vocabulary.ts";
import { capacities } from "./limits.ts";

export interface Mentoring {
  readonly takesRequests: boolean;
  /** Maximum number of open conversations, 1 to 10. */
  readonly capacity: number;
  /** The month, such as `2027-03`, on whose first day a pause ends; or until they resume. */
  readonly pausedUntil: string | null;
  readonly wantsReminders: boolean;
}

/** Preferences with the time they were set; ISO 8601, UTC, milliseconds. */
export interface RecordedMentoring extends Mentoring {
  readonly saidAt: string;
}

export function defaultMentoring(role: Role | null): Mentoring {
  return {
    takesRequests: role !== null && roleTraits[role].takesRequests === true,
    capacity: capacities.default,
    pausedUntil: null,
    wantsReminders: true,
  };
}

interface Mentor {
  readonly role: Role | null;
  /** `null` for the role's default. */
  readonly mentoring: RecordedMentoring | null;
}

export function mentoringOf({ mentoring, role }: Mentor): Mentoring {
  if (mentoring === null) return defaultMentoring(role);
  const { saidAt: _, ...said } = mentoring;
  return said;
}

/** Whether a pause still lasts. Months begin in UTC. */
export function isPaused({ pausedUntil }: Pick<Mentoring, "pausedUntil">, now: Date): boolean {
  if (pausedUntil === null) return false;
  return pausedUntil === "resumed" || now.toISOString().slice(0, 7) < pausedUntil;
}

export function takesRequests(
  member: Mentor,
  openConversations: number,
  now: Date,
): boolean {
  const mentoring = mentoringOf(member);
  return mentoring.takesRequests && !isPaused(mentoring, now) &&
    openConversations < mentoring.capacity;
}

/** The same for lists, which follow events: a pause lasts until its end is stored. */
export function isListedAsTaking(member: Mentor & { readonly conversations: number }): boolean {
  const { takesRequests, pausedUntil, capacity } = mentoringOf(member);
  return takesRequests && pausedUntil === null && member.conversations < capacity;
}
