import type { Cause } from "../../events/log/event-log.ts";
import type { Origin } from "../auth/origin.ts";

/** Cause of the events of a request. */
export function causeOf(memberId: string, { requestId }: Pick<Origin, "requestId">): Cause {
  return { actorId: memberId, correlationId: requestId, causationId: requestId };
}
