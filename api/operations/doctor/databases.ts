import { membersWithoutKey, membersWithSealed } from "../../../events/lost-keys.ts";
import type { Opened } from "../tasks/open-data.ts";
import type { Check, Findings } from "./finding.ts";

export const checkDatabases: Check = async ({ opened }, say) => {
  if (opened === undefined) return;
  say.ok("all three respond, and their files are intact");
  await checkKeys(opened, say);
  await checkReadTables(opened, say);
};

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
