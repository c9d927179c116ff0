import type { EventLog } from "../../events/log/event-log.ts";
import type { EventsDependencies } from "../../events/open.ts";
import { describeError, type Log } from "../log.ts";

export interface ForgetDeletedDependencies extends Pick<EventsDependencies, "databases"> {
  readonly eventLog: Pick<EventLog, "forgetErased">;
  readonly log: Log;
}

/**
 * A process that was killed may have left deleted content there, such as a member's key: databases have it
 * noted. The log has no note: who is erased keeps their key until the log has forgotten them, so an erasure that
 * was cut off before is gone through again (`erasures.ts`).
 */
export async function forgetDeleted(
  { databases: { vault, read }, eventLog, log }: ForgetDeletedDependencies,
): Promise<void> {
  const owed = [await vault.owesForgetting(), await read.owesForgetting()];
  if (!owed.includes(true)) return;
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
