/**
 * What `restore` says to people: why it did nothing, and what it has done.
 *
 * @module
 */
import { receiptLine } from "../../../../../events/verify/receipt.ts";
import { BadBackup } from "../../../backup/manifest.ts";
import { RestoredIsBroken, type Staged, VaultTooOld } from "../../../backup/restore.ts";
import { ObjectsUnavailable } from "../../../../objects/object-store.ts";
import { TaskError } from "../../task.ts";
import { refuseFindings } from "../verify/findings.ts";

/** @throws {TaskError} For what people can do something about. */
export async function explained(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (error instanceof RestoredIsBroken) refuseFindings(error.findings);
    if (error instanceof BadBackup) {
      throw new TaskError(`${error.message}.\nNothing was changed.`.replace("..\n", ".\n"));
    }
    if (error instanceof ObjectsUnavailable) {
      throw new TaskError(`${error.message}: start the store for pictures, and run this again.`);
    }
    if (error instanceof VaultTooOld) {
      throw new TaskError(
        `The vault is older than the log, or another one: it has no key for ${error.lost} members. ` +
          "Take a later backup of the vault (--vault-from). If there is none, --accept-loss erases " +
          "these members, so that they can register again. Nothing was changed.",
      );
    }
    if (error instanceof Error && error.message.includes("check KEK_FILE")) {
      throw new TaskError(
        `${error.message}. It has to be the one that the vault was wrapped with.`,
      );
    }
    throw error;
  }
}

export function report(
  { position, at, pictures, erasedAgain, droppedMails, setAside, oldHeads, lacksPictures, since }:
    & Staged
    & {
      readonly at: string;
      readonly pictures: number;
      readonly setAside: readonly string[];
      readonly lacksPictures: true | undefined;
      /** Where the heads are that were signed after the backup, if there were any. */
      readonly oldHeads: string | undefined;
    },
): string {
  return [
    `Restored the log up to position ${position}, and ${pictures} pictures that were missing.`,
    ...lacksPictures
      ? [
        "This backup was made while the store for pictures was away: those that were new then are not " +
        "in it. They show where the store still has them.",
      ]
      : [],
    ...since === undefined ? [] : ["The continuous backup was added to the full one."],
    ...since?.endedBy === undefined ? [] : [
      `It has more that can't be used: ${since.endedBy}.`,
    ],
    `What was recorded after ${since?.at ?? at} is lost.`,
    `Erased again: ${erasedAgain.length} members. Accounts that were deleted later and aren't in a ledger have to be deleted again.`,
    ...erasedAgain.length === 0
      ? []
      : ["Receipts of these, which name no one:", ...erasedAgain.map(receiptLine)],
    `Everyone has to sign in again. Mails that were waiting are not sent: ${droppedMails}.`,
    'With SEARCH=meilisearch run "npm run reindex" once the service runs.',
    ...oldHeads === undefined ? [] : [`Heads that were signed later were moved to ${oldHeads}`],
    ...setAside.map((path) => `Set aside: ${path} (delete it when it is not needed anymore)`),
  ].join("\n");
}
