/**
 * Completeness of a profile: what cadets look for, and what its owner could say next.
 *
 * @module
 */
import type { MemberRecord, ProfileRecord } from "../../../events/members/record.ts";

export interface Completeness {
  /** How many of these things it says. */
  readonly said: number;
  readonly of: number;
  /** The one that helps most, of those it does not say; `null` when it says all. */
  readonly next: string | null;
}

type Said = Pick<MemberRecord, "profileImageUrl"> & { readonly profile: ProfileRecord };

/** What helps most comes first. */
const steps: readonly (readonly [words: string, isSaid: (member: Said) => boolean])[] = [
  ["Say what you can help with", ({ profile }) => profile.helpTopics.length > 0],
  [
    "Say what you do now",
    ({ profile: { jobTitle, company } }) => Boolean(jobTitle) || Boolean(company),
  ],
  ["Name your industry", ({ profile }) => Boolean(profile.industry)],
  ["Say where you are", ({ profile }) => Boolean(profile.location)],
  ["Write a few lines about your path", ({ profile }) => Boolean(profile.bio)],
  ["Add a picture", ({ profileImageUrl }) => profileImageUrl !== null],
];

export function completenessOf(member: Said): Completeness {
  const missing = steps.filter(([, isSaid]) => !isSaid(member));
  return { said: steps.length - missing.length, of: steps.length, next: missing[0]?.[0] ?? null };
}
