import { confirmedForMinutes } from "../contract/limits.ts";
import { Problem } from "../contract/problem.ts";
import { isProvedTwice, provedAtMs } from "./proofs/proofs.ts";
import type { LiveSession } from "./sessions.ts";

const confirmedForMs = confirmedForMinutes * 60 * 1000;

type Session = LiveSession | undefined;

/**
 * Step-up authentication for actions that could take an account from its owner, since someone else
 * may use a signed-in browser. Staff who prove twice who they are need both proofs: with one of
 * them, an impostor could add an address or a passkey of their own as the other.
 *
 * @throws {Problem} 403 with `confirm`, until the member proves again who they are.
 */
export function requireConfirmed(session: Session, now: Date): void {
  requireEnough(session);
  if (isConfirmed(session, now)) return;
  throw new Problem(403, "Enter your password to continue", { confirm: true });
}

export function isConfirmed(session: Session, now: Date): boolean {
  const atMs = session && provedAtMs(session.proofs);
  return atMs !== undefined && now.getTime() - atMs < confirmedForMs && hasProvedEnough(session);
}

/** Whether a session has the proofs that the program requires of its member. */
export function hasProvedEnough(session: Session): boolean {
  return !session?.needsTwo || isProvedTwice(session.proofs);
}

/** @throws {Problem} 403 with `isSecond`, until the session has the proofs that the program requires. */
export function requireEnough(session: Session): void {
  if (!hasProvedEnough(session)) requireTwo(session);
}

/** @throws {Problem} 403 with `isSecond`, until the session has both proofs of its member. */
export function requireTwo(session: Session): void {
  if (isProvedTwice(session?.proofs ?? {})) return;
  const details = { confirm: true, isSecond: true } as const;
  throw new Problem(403, "Staff pages need two steps", details);
}
