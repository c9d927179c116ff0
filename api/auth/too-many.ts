import { Problem } from "../problems.ts";

/** The 429 answer of every rate limit. */
export function tooMany(what: string, waitMs: number): Problem {
  return refusal(`Too many ${what}. Try again later.`, waitMs);
}

export function tooManyProfiles(waitMs: number): Problem {
  const message = "You've viewed too many profiles. Narrow your search, or try again in an hour.";
  return refusal(message, waitMs);
}

function refusal(message: string, waitMs: number): Problem {
  const retryAfterSeconds = Math.max(1, Math.ceil(waitMs / 1000));
  return new Problem(429, message, { retryAfterSeconds });
}
