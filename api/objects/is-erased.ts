import type { EventLog } from "../../events/log/event-log.ts";

/** Whether a member's stream in the log ends with an erasure. The vault follows later. */
export async function isErased(
  eventLog: Pick<EventLog, "readStream">,
  memberId: string,
): Promise<boolean> {
  return (await eventLog.readStream(memberId)).at(-1)?.type === "MemberErased";
}
