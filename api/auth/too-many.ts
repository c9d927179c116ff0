import { Problem } from "../problems.ts";

/** Answer 429 of every rate limit. */
export function tooMany(what: string, waitMs: number): Problem {
  const retryAfterSeconds = Math.max(1, Math.ceil(waitMs / 1000));
  return new Problem(429, `Too many ${what}, please try again later`, { retryAfterSeconds });
}
