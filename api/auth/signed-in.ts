import type { MemberRecord } from "../../events/members/record.ts";
import type { LiveSession } from "./sessions.ts";

/** A member with the secret that their browser keeps for the session. */
export interface SignedIn {
  readonly member: MemberRecord;
  readonly sessionToken: string;
  readonly expiresAt: Date;
  /** What the browser keeps, so that strangers who guess cannot keep this member out of it. */
  readonly browserToken: string;
}

/** Whose session a request came with. */
export interface Authenticated {
  readonly member: MemberRecord;
  readonly session: LiveSession;
  readonly expiresAt?: Date;
}
