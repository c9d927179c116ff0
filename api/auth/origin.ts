import type { LiveSession } from "./sessions.ts";

/** Where a request came from. Never logged. */
export interface Origin {
  /** Address of the client, for rate limits. */
  readonly ip: string;
  /** Names one request in logs and events. */
  readonly requestId: string;
  /** Browser, roughly; stored with the session and shown to its owner. */
  readonly browser?: string | undefined;
  /** The session that it came with. */
  readonly session?: LiveSession | undefined;
  /** What the browser keeps of having signed in before. */
  readonly browserToken?: string | undefined;
}
