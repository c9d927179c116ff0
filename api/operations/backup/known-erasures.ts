import { createErasureLedger } from "../../erasure/ledger.ts";
import { erasedIn, openFinished } from "./database-file.ts";
import { isThere } from "./folders.ts";

/**
 * Erased members in any ledger, or in the log that is replaced.
 *
 * @param ledgers Files of ids; missing ones are skipped.
 * @param replacedLog The log that a restore replaces, if it is a file.
 * @param onUnreadable Called with its path when that log can't be read.
 */
export async function knownErasures(
  ledgers: readonly string[],
  replacedLog: string | undefined,
  onUnreadable: (path: string) => void,
): Promise<Set<string>> {
  const erased = new Set<string>();
  for (const path of ledgers) {
    for (const memberId of await createErasureLedger(path).memberIds()) erased.add(memberId);
  }
  if (replacedLog === undefined || !await isThere(replacedLog)) return erased;
  try {
    const replaced = await openFinished(replacedLog);
    for (const memberId of await erasedIn(replaced)) erased.add(memberId);
    replaced.close();
  } catch {
    onUnreadable(replacedLog);
  }
  return erased;
}
