import type { Cause } from "../../../events/store/event-log.ts";
import { causeOf } from "../../auth/cause.ts";
import { newId } from "./open-data.ts";

export const by = "operator";

export function operatorCause(): Cause {
  return causeOf(by, { requestId: newId() });
}
