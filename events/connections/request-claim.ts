import { createHmac } from "node:crypto";
import type { Claim } from "../log/event-log.ts";

/**
 * Claim of an open request: taken by whoever asks, and consumed by the one thing that becomes of it. A
 * keyed hash of the two, so that the log does not hold who they are.
 */
export function requestClaim(claimKey: Uint8Array, askerId: string, mentorId: string): Claim {
  const digest = createHmac("sha256", claimKey).update(`request:${askerId}:${mentorId}`)
    .digest("hex");
  return { kind: "request", digest };
}
