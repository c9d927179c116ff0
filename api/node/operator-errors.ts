import {
  DatabaseDamaged,
  DatabaseUnavailable,
  DatabaseUnfit,
} from "../../events/store/database-errors.ts";
import { UnknownEvent } from "../../events/store/unknown-event.ts";
import { EnvironmentError } from "../config/environment-error.ts";

/** Errors that operators can fix, shown as one message without a stack. */
export const operatorErrors = [
  EnvironmentError,
  UnknownEvent,
  DatabaseDamaged,
  DatabaseUnfit,
  DatabaseUnavailable,
] as const;
