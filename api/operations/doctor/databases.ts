import { isUnbroken } from "../../../events/log/chain.ts";
import { membersWithoutKey, membersWithSealed } from "../../../events/lost-keys.ts";
import { headsOf } from "../../node/heads.ts";
import type { Opened } from "../tasks/opened.ts";
import { isWithin } from "./backups.ts";
import { type Findings, kindOf, type OpenedCheck } from "./finding.ts";

/** Whether the databases, whose files are intact, fit each other, and the vault opens with this KEK. */
export const checkDatabases: OpenedCheck = async ({ opened }, found) => {
  found.add("databases");
  await checkChain(opened, found);
  await checkHeads(opened, found);
  await checkKeys(opened, found);
  await checkReadTables(opened, found);
};

/** The end of the log, quickly: its last stream, and that nothing is missing after it. */
async function checkChain({ log, databases }: Opened, found: Findings) {
  const position = await log.lastPosition();
  const [last] = await log.read({ after: position - 1, limit: 1 });
  const [row] = await databases.events.read(
    "SELECT seq FROM sqlite_sequence WHERE name = 'events'",
  );
  const isWhole = Number(row?.seq ?? 0) <= position &&
    (last === undefined || isUnbroken(await log.readStream(last.memberId)));
  found.add(isWhole ? "log-unbroken" : "log-changed", { position });
}

/** Whether the log is what its signed heads say, and whether these are stored where they help. */
async function checkHeads(opened: Opened, found: Findings) {
  const { environment: { dataDir, headsDir } } = opened;
  const { newest, finding, strangers } = await headsOf(opened.environment, opened).verify();
  if (finding !== undefined) {
    return found.add("log-not-as-signed", { position: String(finding.position) });
  }
  if (strangers.length > 0) return found.add("foreign-heads", { files: strangers.join(", ") });
  if (newest === undefined) return found.add("no-head");
  const { position } = newest;
  found.add(isWithin(dataDir, headsDir) ? "heads-in-data-dir" : "head-matches", { position });
}

/** Whether every member has a key, and KEK opens them. */
async function checkKeys({ databases, vault }: Opened, found: Findings) {
  try {
    await vault.keys.check();
    const [one] = await databases.vault.read("SELECT member_id FROM member_keys LIMIT 1");
    if (one !== undefined) await vault.keys.load([String(one.member_id)]);
  } catch (error) {
    return found.add("kek-refused", { kind: kindOf(error) });
  }
  const { length: lost } = await membersWithoutKey(databases);
  const { length: all } = await membersWithSealed(databases.events);
  found.add(lost === 0 ? "keys" : "keys-lost", { lost, all });
}

async function checkReadTables({ log, readModel }: Opened, found: Findings) {
  const [position, end] = [await readModel.position(), await log.lastPosition()];
  if (!await readModel.fitsLog()) return found.add("other-read-tables", { position, end });
  const behind = end - position;
  found.add(behind < 100 ? "read-tables" : "read-tables-behind", { behind });
}
