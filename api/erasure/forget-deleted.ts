import type { EventLog } from "../../events/log/event-log.ts";
import type { EventsDependencies } from "../../events/open.ts";
import { describeError, type Log } from "../log.ts";

export interface ForgetDeletedDependencies extends Pick<EventsDependencies, "databases"> {
  readonly eventLog: Pick<EventLog, "forgetErased">;
  readonly log: Log;
}

/** A process that was killed may have left deleted content there, such as a member's key. */
export async function forgetDeleted(
  { databases: { vault, read }, eventLog, log }: ForgetDeletedDependencies,
): Promise<void> {
  const steps = {
    vault: () => vault.forgetDeleted(),
    read: () => read.forgetDeleted(),
    events: () => eventLog.forgetErased(),
  };
  for (const [database, forget] of Object.entries(steps)) {
    await forget().catch((error) => {
      const event = "overwriting what was deleted failed, the next erasure does it";
      log({ level: "warning", event, database, ...describeError(error) });
    });
  }
}
