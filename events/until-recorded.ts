import { VersionConflict } from "./log/event-log.ts";

const maxTries = 10;

/**
 * Decides and appends, and does both again when another writer was first.
 *
 * @param attempt Gets which attempt it is, from 1.
 * @param wasFirst Whether an error means that; a version conflict, if not given.
 */
export async function untilRecorded<T>(
  attempt: (tries: number) => Promise<T>,
  wasFirst = (error: unknown): boolean => error instanceof VersionConflict,
): Promise<T> {
  for (let tries = 1;; tries++) {
    try {
      return await attempt(tries);
    } catch (error) {
      if (!wasFirst(error) || tries === maxTries) throw error;
    }
  }
}
