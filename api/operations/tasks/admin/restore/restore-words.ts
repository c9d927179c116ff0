/** Messages of `restore`: why it did nothing, and what it has done. */
import { BadBackup } from "../../../backup/manifest.ts";
import { type Staged, VaultTooOld } from "../../../backup/restore.ts";
import { ObjectsUnavailable } from "../../../../objects/object-store.ts";
import { TaskError } from "../../task.ts";

/** @throws {TaskError} For errors that people can fix. */
export async function explained(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (error instanceof BadBackup) {
      throw new TaskError(`${error.message}.\nNothing was changed.`.replace("..\n", ".\n"));
    }
    if (error instanceof ObjectsUnavailable) {
      throw new TaskError(`${error.message}: start the picture storage, and run this again.`);
    }
    if (error instanceof VaultTooOld) {
      throw new TaskError(
        `The vault has no key for ${error.lost} members. It's older than the log, or from another ` +
          "installation. Use a later backup of the vault (--vault-from). If there is none, " +
          "--accept-loss erases these members, and they can register again. Nothing was changed.",
      );
    }
    if (error instanceof Error && error.message.includes("check KEK_FILE")) {
      throw new TaskError(
        `${error.message}. Use the key that the vault was encrypted with.`,
      );
    }
    throw error;
  }
}

export interface Outcome extends Staged {
  readonly at: string;
  readonly pictures: number;
  readonly setAside: readonly string[];
  readonly lacksPictures: true | undefined;
}

export function report(done: Outcome): string {
  const { position, pictures, erasedAgain, reminders, since } = done;
  return [
    `Restored the log up to position ${position}, and ${pictures} missing pictures.`,
    ...done.lacksPictures
      ? [
        "The picture storage didn't respond during this backup, so it lacks the newest pictures. " +
        "They still show if the storage has them.",
      ]
      : [],
    ...since === undefined ? [] : ["The continuous backup was added to the full one."],
    ...since?.endedBy === undefined ? [] : [
      `The rest of the continuous backup can't be used: ${since.endedBy}.`,
    ],
    `Everything recorded after ${since?.at ?? done.at} is lost.`,
    `Erased again: ${erasedAgain} members. Delete accounts again if they were deleted later and aren't in a ledger.`,
    `Everyone has to sign in again. ${done.droppedMails} waiting emails aren't sent.`,
    ...reminders === 0 ? [] : [`Reminders of unanswered requests that are sent: ${reminders}.`],
    'With SEARCH=meilisearch run "npm run reindex" once the service runs.',
    ...done.setAside.map((path) =>
      `Kept the old data: ${path} (delete it when you no longer need it)`
    ),
  ].join("\n");
}
