import { emptyQuery } from "../../../api/contract/directory.ts";
import type { Directory } from "../../../api/directory/directory.ts";

const weekMs = 7 * 24 * 60 * 60 * 1000;
/** Smaller numbers are not shown: they would identify a small program. */
const fewest = 50;

/**
 * How many people are in the directory, for visitors who are not signed in: in tens, and `undefined` below fifty or
 * when it cannot be counted. It is counted once a week, so that it does not change when one member joins,
 * hides or leaves.
 */
export function createPeopleCount(
  { directory, now }: { readonly directory: Pick<Directory, "count">; readonly now: () => Date },
) {
  let cached: { readonly week: number; readonly count: Promise<number | undefined> } | undefined;

  async function count(): Promise<number | undefined> {
    const { total } = await directory.count(emptyQuery);
    const tens = Math.floor(total / 10) * 10;
    return tens < fewest ? undefined : tens;
  }

  return async (): Promise<number | undefined> => {
    const week = Math.floor(now().getTime() / weekMs);
    if (cached?.week !== week) cached = { week, count: count() };
    try {
      return await cached.count;
    } catch {
      // The page is shown without it; the next visit counts again.
      cached = undefined;
      return undefined;
    }
  };
}
