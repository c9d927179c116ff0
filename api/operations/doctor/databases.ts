import { membersWithoutKey, membersWithSealed } from "../../../events/lost-keys.ts";
import { isWithin } from "../../config/continuous-backup.ts";
import { headsOf } from "../../node/heads.ts";
import type { Opened } from "../tasks/open-data.ts";
import type { Check, Findings } from "./finding.ts";

/** A start verifies the log itself. */
export const checkDatabases: Check = async ({ opened }, say) => {
  if (opened === undefined) return;
  say.ok("all three respond, and their files are intact");
  await checkHeads(opened, say);
  await checkKeys(opened, say);
  await checkReadTables(opened, say);
};

/** Whether the log matches its signed heads, and whether they are in a safe place. */
async function checkHeads(opened: Opened, say: Findings) {
  const { environment: { dataDir, headsDir } } = opened;
  const { newest, finding } = await headsOf(opened.environment, opened).verify();
  if (finding !== undefined) {
    say.fail(
      `the log doesn't match its signed heads at position ${finding.position}`,
      '"npm run admin -- verify" says since when; it was changed, truncated or restored by hand',
    );
  } else if (newest === undefined) {
    say.warn("no signed head of the log is known", "start the service, which signs one");
  } else if (isWithin(dataDir, headsDir)) {
    say.warn(
      "HEADS_DIR is in DATA_DIR, so anyone who can change the log can also remove its heads; " +
        `the log matches the last one, at position ${newest.position}`,
      "name a folder elsewhere, best on the disk that holds the backups",
    );
  } else say.ok(`the log matches its last signed head, at position ${newest.position}`);
}

/** Data is only opened with the right KEK. */
async function checkKeys({ databases }: Opened, say: Findings) {
  const { length: lost } = await membersWithoutKey(databases);
  const { length: all } = await membersWithSealed(databases.events);
  if (lost === 0) return say.ok(`KEK opens the vault, which has a key for each of ${all}`);
  say.fail(
    `the vault has no key for ${lost} of ${all} members: no one can read their data`,
    "check VAULT_URL; if it is right, restore a backup of the vault",
  );
}

async function checkReadTables({ log, readModel }: Opened, say: Findings) {
  const [position, end] = [await readModel.position(), await log.lastPosition()];
  if (!await readModel.fitsLog()) {
    say.fail(
      `the read tables are at position ${position} of another log than this one, which ends at ` +
        `${end}: it's an older copy, or its end is missing`,
      'put the newest log back, or restore it; to keep the older one, run "npm run rebuild"',
    );
  } else if (end - position < 100) say.ok("the read tables are up to date");
  else {
    say.warn(
      `the read tables are ${end - position} events behind the log`,
      'start the service, which catches up; "npm run rebuild" rebuilds them',
    );
  }
}
