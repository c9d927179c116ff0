import { createHmac } from "node:crypto";
import type { Claim } from "../log/event-log.ts";

/** Claim of a report that was handled: of several who do so at once, one does. */
export function reportClaim(claimKey: Uint8Array, reportId: string): Claim {
  const digest = createHmac("sha256", claimKey).update(`report:${reportId}`).digest("hex");
  return { kind: "report", digest };
}
