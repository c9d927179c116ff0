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

/** What can be away for a while: error, message, and seconds until the next try. */
const outages: readonly (readonly [(error: unknown) => boolean, string, number])[] = [
  [isA(SearchUnavailable), "Search isn't available right now. Try again in a moment.", 5],
  [isA(ObjectsUnavailable), "Pictures aren't available right now. Try again in a moment.", 5],
  [isA(DrawingUnavailable), "Pictures can't be drawn right now. Try again in a minute.", 30],
  [isA(TooManyWaiting), "Too many people are signing in. Try again in a moment.", 5],
  [isA(DatabaseNotWritable), `Nothing can be saved right now: ${fullDisk}. Try again later.`, 30],
  [isA(TooManyConflicts), "Someone else was saving this at the same time. Please try again.", 1],
  [isDatabaseUnavailable, "The service isn't available right now. Try again in a moment.", 5],
];

/** What is away or full for a while, in words for people; `undefined` for any other error. */
export function outageOf(error: unknown) {
  const outage = outages.find(([isCause]) => isCause(error));
  if (outage === undefined) return undefined;
  const [, message, retryAfterSeconds] = outage;
  return { message, retryAfterSeconds };
}

/** For what follows a change that was recorded, and is done another time. */
export function ignoreOutage(error: unknown): void {
  if (!isOutage(error)) throw error;
}

/** Whether something that the service needs is away or full for a while. */
export function isOutage(error: unknown): boolean {
  return outageOf(error) !== undefined;
}

/** A database that stays locked, or a server that doesn't answer. */
function isDatabaseUnavailable(error: unknown): boolean {
  if (error instanceof DatabaseUnavailable || error instanceof DatabaseRefused) return true;
  if (!(error instanceof Error) || !/^Libsql(Batch)?Error$/.test(error.name)) return false;
  const code = String((error as { code?: unknown }).code);
  return /^SQLITE_(BUSY|LOCKED)/.test(code);
}
