import type { SharedCounts } from "./limits/shared-counts.ts";

/** Counts accounts a day whose mailed codes used up all tries, without names. */
export type GuessedCodes = ReturnType<typeof createGuessedCodes>;

const dayMs = 24 * 60 * 60 * 1000;
/** Fewer may be typing errors. */
const surgeOf = 10;
const accounts = "accounts with guessed codes";

export function createGuessedCodes(counts: Pick<SharedCounts, "read" | "take">) {
  return {
    /** Counts a code that had all its tries, once a day for each account. */
    async note(memberId: string): Promise<void> {
      const once = await counts.take(`guessed code ${memberId}`, [{ perMs: dayMs, atMost: 1 }]);
      if (once === undefined) {
        await counts.take(accounts, [{ perMs: dayMs, atMost: Number.MAX_SAFE_INTEGER }]);
      }
    },
    /** The number of accounts in the last day, if it is high enough to suggest an attack. */
    async surge(): Promise<number | undefined> {
      const count = await counts.read(accounts, dayMs);
      return count >= surgeOf ? count : undefined;
    },
  };
}

/** For example "12 accounts' sign-in codes were guessed in a day". */
export function guessedText(accounts: number): string {
  return `${accounts} accounts' sign-in codes were guessed in a day`;
}

export const guessedMeaning =
  "Someone may be trying to get into accounts. A code ends after five wrong tries, so you don't " +
  "need to do anything. Accounts that don't exist are counted, too.";
