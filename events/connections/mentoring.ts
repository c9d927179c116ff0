import { type Role, roleTraits } from "../vocabulary.ts";
import { capacities } from "./words.ts";

/** What a member says about requests for help. */
export interface Mentoring {
  readonly takesRequests: boolean;
  /** How many conversations they have at once, 1 to 10. */
  readonly capacity: number;
  /** A month such as `2027-03`, from whose first day on they take requests again, or until they resume. */
  readonly pausedUntil: string | null;
  /** Whether they are reminded of requests that wait for them. */
  readonly wantsReminders: boolean;
}

/** The same with when they said it; ISO 8601, UTC, milliseconds. */
export interface SaidMentoring extends Mentoring {
  readonly saidAt: string;
}

/** What holds until a member says otherwise. */
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
  /** `null` for what holds by their role. */
  readonly mentoring: SaidMentoring | null;
}

/** What holds for a member. */
export function mentoringOf({ mentoring, role }: Mentor): Mentoring {
  return mentoring ?? defaultMentoring(role);
}

/** Whether a pause is still on. A month begins in UTC. */
export function isPaused({ pausedUntil }: Pick<Mentoring, "pausedUntil">, now: Date): boolean {
  if (pausedUntil === null) return false;
  return pausedUntil === "resumed" || now.toISOString().slice(0, 7) < pausedUntil;
}

/** Whether a member can be asked for help now. */
export function takesRequests(
  member: Mentor,
  openConversations: number,
  now: Date,
): boolean {
  const mentoring = mentoringOf(member);
  return mentoring.takesRequests && !isPaused(mentoring, now) &&
    openConversations < mentoring.capacity;
}

/**
 * The same as lists have it, which follow events alone: a pause lasts until its end is recorded. By the
 * record's own count of conversations.
 */
export function isListedAsTaking(member: Mentor & { readonly conversations: number }): boolean {
  const { takesRequests, pausedUntil, capacity } = mentoringOf(member);
  return takesRequests && pausedUntil === null && member.conversations < capacity;
}
