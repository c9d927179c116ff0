import { emptyQuery } from "../../../api/contract/directory.ts";
import type { Directory } from "../../../api/directory/directory.ts";

const weekMs = 7 * 24 * 60 * 60 * 1000;
/** Fewer are nobody's business: a small program would be told by it. */
const fewest = 50;

interface PeopleCountDependencies {
  readonly directory: Pick<Directory, "count">;
  readonly now: () => Date;
}

/**
 * How many people are in the directory, for those who are not: in tens, and `undefined` below fifty or
 * when it cannot be told. It is counted once a week, so that nobody sees it change when somebody joins,
 * hides or leaves.
 */
export function createPeopleCount({ directory, now }: PeopleCountDependencies) {
  let kept: { readonly week: number; readonly count: Promise<number | undefined> } | undefined;

  async function count(): Promise<number | undefined> {
    const { total } = await directory.count(emptyQuery);
    const tens = Math.floor(total / 10) * 10;
    return tens < fewest ? undefined : tens;
  }

  return async (): Promise<number | undefined> => {
    const week = Math.floor(now().getTime() / weekMs);
    if (kept?.week !== week) kept = { week, count: count() };
    try {
      return await kept.count;
    } catch {
      // The page does without; whoever comes next asks again.
      kept = undefined;
      return undefined;
    }
  };
}
