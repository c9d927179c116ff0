import { Problem } from "../../contract/problem.ts";

/** The 429 answer of every rate limit. */
export function tooMany(what: string, waitMs: number): Problem {
  return refusal(`Too many ${what}. Try again later.`, waitMs);
}

/** @param isShared Whether strangers at one network address have read them together. */
export function tooManyProfiles(
  waitMs: number,
  { isShared }: { readonly isShared: boolean },
): Problem {
  const who = isShared ? "People on your network have" : "You've";
  return refusal(`${who} viewed too many profiles. Try again in an hour.`, waitMs);
}

function refusal(message: string, waitMs: number): Problem {
  const retryAfterSeconds = Math.max(1, Math.ceil(waitMs / 1000));
  return new Problem(429, message, { retryAfterSeconds });
}
