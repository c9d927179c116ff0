import { type BackupCheck, checkBackups } from "../../../backup/recent.ts";
import { openData } from "../../opened.ts";
import type { Answer } from "../../command.ts";
import { TaskError } from "../../task.ts";

/**
 * Backup check of `--check`: prints what there is of the folders that are named.
 *
 * @throws {TaskError} When a backup is missing, or too old.
 */
export async function checkBoth(
  out: string | undefined,
  vaultOut: string | undefined,
): Promise<Answer> {
  const checks: BackupCheck[] = [];
  for (const [kind, parent] of [["log", out], ["vault", vaultOut]] as const) {
    if (parent === undefined) continue;
    checks.push(await checkBackups(parent, kind, new Date(), firstEventAt));
  }
  const say = (isWell: boolean) =>
    checks.filter((one) => one.isWell === isWell).map(({ what }) => what).join("\n");
  const error = say(false);
  if (error !== "") throw new TaskError(error, 1, { checks, error });
  return { json: { checks }, words: say(true) };
}

async function firstEventAt(): Promise<Date | undefined> {
  const { log, close } = await openData();
  const [first] = await log.read({ after: 0, limit: 1 });
  close();
  return first && new Date(first.atMs);
}
