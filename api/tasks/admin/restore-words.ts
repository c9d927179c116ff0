/**
 * What `restore` says to people: why it did nothing, and what it has done.
 *
 * @module
 */
import { BadBackup } from "../../backup/manifest.ts";
import { RestoredIsBroken, type Staged, VaultTooOld } from "../../backup/restore.ts";
import { TaskError } from "../task.ts";
import { refuseFindings } from "./findings.ts";

/** @throws {TaskError} For what people can do something about. */
export async function explained(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (error instanceof RestoredIsBroken) refuseFindings(error.findings);
    if (error instanceof BadBackup) {
      throw new TaskError(`${error.message}.\nNothing was changed.`.replace("..\n", ".\n"));
    }
    if (error instanceof VaultTooOld) {
      throw new TaskError(
        `The backup of the vault is older than that of the log: it has no key for ${error.lost} ` +
          "members. Take a later backup of the vault. If there is none, --accept-loss erases these " +
          "members, so that they can register again. Nothing was changed.",
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
  { position, at, pictures, erasedAgain, droppedMails, setAside, since }: Staged & {
    readonly at: string;
    readonly pictures: number;
    readonly setAside: readonly string[];
  },
): string {
  return [
    `Restored the log up to position ${position}, and ${pictures} pictures that were missing.`,
    ...since === undefined ? [] : ["The continuous backup was added to the full one."],
    ...since?.endedBy === undefined ? [] : [
      `It has more that cannot be used: ${since.endedBy}.`,
    ],
    `What was recorded after ${since?.at ?? at} is lost.`,
    `Erased again: ${erasedAgain} members. Who was erased later, and stands in no ledger, has to be ` +
    "erased once more.",
    `Everyone has to sign in again. Mails that were waiting are not sent: ${droppedMails}.`,
    'With SEARCH=meilisearch run "npm run reindex" once the service runs.',
    ...setAside.map((path) => `Set aside: ${path} (delete it when it is not needed any more)`),
  ].join("\n");
}
