import { confirmedForMinutes } from "../contract/limits.ts";
import { Problem } from "../contract/problem.ts";

const confirmedForMs = confirmedForMinutes * 60 * 1000;

/**
 * Step-up authentication for actions that could take an account from its owner, since someone else
 * may use a signed-in browser.
 *
 * @param confirmedAtMs Time of this session's latest password check.
 * @throws {Problem} 403 with `confirm`, until the password is given again.
 */
export function requireConfirmed(confirmedAtMs: number | undefined, now: Date): void {
  if (isConfirmed(confirmedAtMs, now)) return;
  throw new Problem(403, "Enter your password to continue", { confirm: true });
}

export function isConfirmed(confirmedAtMs: number | undefined, now: Date): boolean {
  return confirmedAtMs !== undefined && now.getTime() - confirmedAtMs < confirmedForMs;
}
