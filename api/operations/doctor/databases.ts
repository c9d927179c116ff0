import { relative, resolve } from "node:path";
import { isUnbroken } from "../../../events/log/chain.ts";
import { membersWithoutKey, membersWithSealed } from "../../../events/lost-keys.ts";
import { headsOf } from "../../node/heads.ts";
import { about, type Check, type Finding, kindOf } from "./finding.ts";

const { ok, warn, fail } = about("databases");

/** Whether the databases, whose files are whole, fit each other, and the vault opens with this KEK. */
export const checkDatabases: Check = async ({ opened }) => {
  if (opened === undefined) return [];
  return [
    ok("all three respond, and their files are intact"),
    await chain(opened),
    await heads(opened),
    await keys(opened),
    await readTables(opened),
  ];
};

type Opened = NonNullable<Parameters<Check>[0]["opened"]>;

/** The end of the log, quickly: its last stream, and that nothing is missing after it. */
async function chain({ log, databases }: Opened): Promise<Finding> {
  const position = await log.lastPosition();
  const [last] = await log.read({ after: position - 1, limit: 1 });
  const [row] = await databases.events.read(
    "SELECT seq FROM sqlite_sequence WHERE name = 'events'",
  );
  const isWhole = Number(row?.seq ?? 0) <= position &&
    (last === undefined || isUnbroken(await log.readStream(last.memberId)));
  if (isWhole) return ok(`the log ends at position ${position}, with an intact chain`);
  return fail(
    `the log was changed near position ${position}`,
    '"npm run admin -- verify" lists the problems',
  );
}

/** Whether the log is what its signed heads say, and whether these are kept where they help. */
async function heads(opened: Opened): Promise<Finding> {
  const { environment: { dataDir, headsDir } } = opened;
  const { newest, finding, strangers } = await headsOf(opened.environment, opened).verify();
  if (finding !== undefined) {
    return fail(
      `the log doesn't match its signed heads at position ${finding.position}`,
      '"npm run admin -- verify" says since when; it was changed, truncated or restored by hand',
    );
  }
  if (strangers.length > 0) {
    return warn(
      `HEADS_DIR contains files this program didn't sign: ${strangers.join(", ")}`,
      "remove them; only this program's heads belong there",
    );
  }
  const todo = "name a folder elsewhere, best on the disk that holds the backups";
  if (newest === undefined) {
    return warn("no signed head of the log is known", "start the service, which signs one");
  }
  if (!relative(resolve(dataDir), resolve(headsDir)).startsWith("..")) {
    const what =
      "HEADS_DIR is in DATA_DIR, so anyone who can change the log can also remove its heads";
    return warn(`${what}; the log matches the last one, at position ${newest.position}`, todo);
  }
  return ok(`the log matches its last signed head, at position ${newest.position}`);
}

/** Whether everyone who is there has a key, and KEK opens them. */
async function keys({ databases, vault }: Opened): Promise<Finding> {
  const todo = "set KEK_FILE to the key-encryption key that the vault was wrapped with";
  try {
    await vault.keys.check();
    const [one] = await databases.vault.read("SELECT member_id FROM member_keys LIMIT 1");
    if (one !== undefined) await vault.keys.load([String(one.member_id)]);
  } catch (error) {
    return fail(`KEK doesn't open the vault (${kindOf(error)})`, todo);
  }
  const { length: lost } = await membersWithoutKey(databases);
  const { length: all } = await membersWithSealed(databases.events);
  if (lost === 0) return ok(`KEK opens the vault, which has a key for each of ${all}`);
  return fail(
    `the vault has no key for ${lost} of ${all} members: no one can read their data`,
    "check VAULT_URL; if it is right, restore a backup of the vault",
  );
}

async function readTables({ log, readModel }: Opened): Promise<Finding> {
  if (!await readModel.fitsLog()) {
    return fail(
      `the read tables are at position ${await readModel
        .position()} of another log than this one, which ` +
        `ends at ${await log.lastPosition()}: it's an older copy, or its end is missing`,
      'put the newest log back, or restore it; to keep the older one, run "npm run rebuild"',
    );
  }
  const behind = await log.lastPosition() - await readModel.position();
  if (behind < 100) return ok("the read tables are up to date");
  return warn(
    `the read tables are ${behind} events behind the log`,
    'start the service, which catches up; "npm run rebuild" rebuilds them',
  );
}
