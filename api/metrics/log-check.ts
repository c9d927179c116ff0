import type { LogCheck } from "../node/log-check.ts";
import type { Reading } from "./metrics.ts";

/** How far the log was verified beside requests, and when all of it was. */
export function logCheckReadings(check: Pick<LogCheck, "position" | "verifiedAt">): Reading[] {
  return [
    {
      name: "alumni_log_verified_position",
      help: "Log position up to which the run that verifies the whole log has come, or came",
      read: () => check.position(),
    },
    {
      name: "alumni_log_verified_timestamp_seconds",
      help: "When the whole log was last verified by this process, since 1970; 0 for not yet",
      read: () => (check.verifiedAt()?.getTime() ?? 0) / 1000,
    },
  ];
}
