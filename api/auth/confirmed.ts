import { confirmedForMinutes } from "../contract/limits.ts";
import { Problem } from "../contract/problem.ts";
import { provedAtMs } from "./proofs/proofs.ts";
import type { LiveSession } from "./sessions.ts";

const confirmedForMs = confirmedForMinutes * 60 * 1000;

/**
 * Step-up authentication for actions that could take an account from its owner, since someone else
 * may use a signed-in browser.
 *
 * @throws {Problem} 403 with `confirm`, until the member proves again who they are.
 */
export function requireConfirmed(session: LiveSession | undefined, now: Date): void {
  if (isConfirmed(session, now)) return;
  throw new Problem(403, "Enter your password to continue", { confirm: true });
}

export function isConfirmed(session: LiveSession | undefined, now: Date): boolean {
  const atMs = session && provedAtMs(session.proofs);
  return atMs !== undefined && now.getTime() - atMs < confirmedForMs;
}
