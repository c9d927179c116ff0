import type { Columns } from "./columns.ts";

/** Columns of the roster: what is known of every member, by number. */
export const memberColumns = {
  /** Seconds since 1970, when the profile was created or changed last. */
  changedAt: Uint32Array,
  /** One bit for each help topic. */
  topics: Uint32Array,
  classYear: Uint16Array,
  role: Uint8Array,
  rank: Uint8Array,
  branch: Uint8Array,
  dutyStatus: Uint8Array,
  industry: Uint8Array,
  region: Uint8Array,
  /** 0 for who never said whether they take requests; otherwise its code and one more. */
  takesRequests: Uint8Array,
  pausedUntil: Uint16Array,
  /** From registration to erasure. */
  isThere: Uint8Array,
  hasProfile: Uint8Array,
  isVisible: Uint8Array,
} as const;

export type MemberColumns = Columns<typeof memberColumns>;
