import {
  DatabaseDamaged,
  DatabaseUnavailable,
  DatabaseUnfit,
} from "../../events/database-errors.ts";
import { UnknownEvent } from "../../events/log/upcast.ts";
import { EnvironmentError } from "../config/environment-error.ts";
import { BrokenLog } from "./broken-log.ts";

/** Errors that operators can fix: shown as one message, without a stack. */
export const operatorErrors = [
  EnvironmentError,
  BrokenLog,
  UnknownEvent,
  DatabaseDamaged,
  DatabaseUnfit,
  DatabaseUnavailable,
] as const;
