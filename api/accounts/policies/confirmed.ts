import { Problem } from "../../problems.ts";

/** How long the password holds that was given at signing in, or since. */
const confirmedForMs = 10 * 60 * 1000;

/**
 * Step-up authentication: what takes an account away from its owner asks whether it is them, since
 * anybody may find a browser that is signed in.
 *
 * @param confirmedAtMs When the password was last given in this session; unknown, never.
 * @throws {Problem} 403 with `confirm`, which `POST /api/confirm` answers to.
 */
export function requireConfirmed(confirmedAtMs: number | undefined, now: Date): void {
  if (isConfirmed(confirmedAtMs, now)) return;
  throw new Problem(403, "Enter your password to continue", { confirm: true });
}

export function isConfirmed(confirmedAtMs: number | undefined, now: Date): boolean {
  return confirmedAtMs !== undefined && now.getTime() - confirmedAtMs < confirmedForMs;
}
