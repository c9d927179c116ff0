import type { MemberRecord } from "../../events/members/record.ts";
import type { LiveSession } from "./sessions.ts";

/** Never logged. */
export interface Origin {
  /** Client address, for rate limits. */
  readonly ip: string;
  readonly requestId: string;
  /** Short browser name; stored with the session and shown to its owner. */
  readonly browser?: string | undefined;
  readonly session?: LiveSession | undefined;
  readonly browserToken?: string | undefined;
  /** The challenge of the mailed code that this browser requested. */
  readonly challenge?: string | undefined;
}

export interface SignedIn {
  readonly member: MemberRecord;
  readonly sessionToken: string;
  readonly expiresAt: Date;
  /** The browser's token, which proves that it has signed in to this account before. */
  readonly browserToken: string;
}

export interface Authenticated {
  readonly member: MemberRecord;
  readonly session: LiveSession;
  readonly expiresAt?: Date;
}
