import type { Cause } from "../../events/store/event-log.ts";
import type { Origin } from "./origin.ts";

export function causeOf(memberId: string, { requestId }: Pick<Origin, "requestId">): Cause {
  return { actorId: memberId, correlationId: requestId };
}
