import { createHmac } from "node:crypto";
import type { Claim } from "../log/event-log.ts";

/**
 * Claim of an open request: taken by whoever asks, and consumed by the one thing that becomes of it. A
 * keyed hash of the two, so that the log does not hold who they are.
 */
export function requestClaim(claimKey: Uint8Array, askerId: string, mentorId: string): Claim {
  return { kind: "request", digest: keyed(claimKey, `request:${askerId}:${mentorId}`) };
}

/** Claim of a report that was handled: of several who do so at once, one does. */
export function reportClaim(claimKey: Uint8Array, reportId: string): Claim {
  return { kind: "report", digest: keyed(claimKey, `report:${reportId}`) };
}

function keyed(claimKey: Uint8Array, text: string): string {
  return createHmac("sha256", claimKey).update(text).digest("hex");
}
