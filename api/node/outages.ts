import {
  DatabaseNotWritable,
  DatabaseRefused,
  DatabaseUnavailable,
} from "../../events/store/database-errors.ts";
import { TooManyConflicts } from "../../events/store/event-log.ts";
import { SearchUnavailable } from "../../search/profile-search.ts";
import { TooManyWaiting } from "../auth/limits/concurrency-limit.ts";
import { DrawingUnavailable } from "../drawing/drawing-client.ts";
import { ObjectsUnavailable } from "../objects/object-store.ts";

const isA = (kind: new (...args: never[]) => Error) => (error: unknown) => error instanceof kind;

export const fullDisk = "the disk of this service is full, or can't be written to";

/** Temporary outages: error, message, and seconds until the next try. */
const outages: readonly (readonly [(error: unknown) => boolean, string, number])[] = [
  [isA(SearchUnavailable), "Search isn't available right now. Try again in a moment.", 5],
  [isA(ObjectsUnavailable), "Pictures aren't available right now. Try again in a moment.", 5],
  [isA(DrawingUnavailable), "Pictures can't be drawn right now. Try again in a minute.", 30],
  [isA(TooManyWaiting), "Too many people are signing in. Try again in a moment.", 5],
  [isA(DatabaseNotWritable), `Nothing can be saved right now: ${fullDisk}. Try again later.`, 30],
  [isA(TooManyConflicts), "Someone else was saving this at the same time. Please try again.", 1],
  [isDatabaseUnavailable, "The service isn't available right now. Try again in a moment.", 5],
];

/** The outage that caused an error, with a message for people; `undefined` for any other error. */
export function outageOf(error: unknown) {
  const outage = outages.find(([isCause]) => isCause(error));
  if (outage === undefined) return undefined;
  const [, message, retryAfterSeconds] = outage;
  return { message, retryAfterSeconds };
}

/** Ignores an outage in work that follows a stored change and will be repeated. Rethrows other errors. */
export function ignoreOutage(error: unknown): void {
  if (!isOutage(error)) throw error;
}

/** Whether an error means a temporary outage or a full disk. */
export function isOutage(error: unknown): boolean {
  return outageOf(error) !== undefined;
}

/** Whether the database stays locked, or its server doesn't answer. */
function isDatabaseUnavailable(error: unknown): boolean {
  if (error instanceof DatabaseUnavailable || error instanceof DatabaseRefused) return true;
  if (!(error instanceof Error) || !/^Libsql(Batch)?Error$/.test(error.name)) return false;
  const code = String((error as { code?: unknown }).code);
  return /^SQLITE_(BUSY|LOCKED)/.test(code);
}
