import type { MemberRecord } from "../../events/members/record.ts";
import type { LiveSession } from "./sessions.ts";

/** A member with their session's secret token. */
export interface SignedIn {
  readonly member: MemberRecord;
  readonly sessionToken: string;
  readonly expiresAt: Date;
  /** The browser's token, which proves that it has signed in to this account before. */
  readonly browserToken: string;
}

/** The member and session of a request. */
export interface Authenticated {
  readonly member: MemberRecord;
  readonly session: LiveSession;
  readonly expiresAt?: Date;
}
