import { createHmac } from "node:crypto";
import type { Claim } from "../log/event-log.ts";

/** Claim of a handled report: if several handle it at once, one succeeds. */
export function reportClaim(claimKey: Uint8Array, reportId: string): Claim {
  const digest = createHmac("sha256", claimKey).update(`report:${reportId}`).digest("hex");
  return { kind: "report", digest };
}
