import { relative, resolve } from "node:path";
import { isUnbroken } from "../../../events/log/chain.ts";
import { headsOf } from "../../node/heads.ts";
import { about, type Check, type Finding, kindOf } from "./finding.ts";

const { ok, warn, fail } = about("databases");

/** Whether the databases, whose files are whole, fit each other, and the vault opens with this KEK. */
export const checkDatabases: Check = async ({ opened }) => {
  if (opened === undefined) return [];
  return [
    ok("all three answer, and their files are whole"),
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
  if (isWhole) return ok(`the log ends at position ${position}, with a whole chain`);
  return fail(
    `the log is not what was recorded, near position ${position}`,
    '"npm run admin -- verify" lists what is wrong',
  );
}

/** Whether the log is what its signed heads say, and whether these are kept where they help. */
async function heads(opened: Opened): Promise<Finding> {
  const { environment: { dataDir, headsDir } } = opened;
  const { newest, finding, strangers } = await headsOf(opened.environment, opened).verify();
  if (finding !== undefined) {
    return fail(
      `the log is not what its signed heads say, at position ${finding.position}`,
      '"npm run admin -- verify" says since when; it was changed, cut off, or put back by hand',
    );
  }
  if (strangers.length > 0) {
    return warn(
      `what this program did not sign lies in HEADS_DIR: ${strangers.join(", ")}`,
      "take it away; only heads of this program belong there",
    );
  }
  const todo = "name a folder elsewhere, best on the disk that holds the backups";
  if (newest === undefined) {
    return warn("no signed head of the log is known", "start the service, which signs one");
  }
  if (!relative(resolve(dataDir), resolve(headsDir)).startsWith("..")) {
    const what = "HEADS_DIR lies in DATA_DIR, where whoever changes the log can take heads away";
    return warn(`${what}; the log fits the last one, of position ${newest.position}`, todo);
  }
  return ok(`the log fits its last signed head, of position ${newest.position}`);
}

/** Whether everyone who is there has a key, and KEK opens them. */
async function keys({ databases, vault }: Opened): Promise<Finding> {
  const todo = "set KEK_FILE to the key-encryption key that the vault was wrapped with";
  try {
    await vault.keys.check();
    const [one] = await databases.vault.read("SELECT member_id FROM member_keys LIMIT 1");
    if (one !== undefined) await vault.keys.load([String(one.member_id)]);
  } catch (error) {
    return fail(`KEK does not open the vault (${kindOf(error)})`, todo);
  }
  const withKey = new Set(
    (await databases.vault.read("SELECT member_id FROM member_keys"))
      .map((row) => String(row.member_id)),
  );
  const present = await databases.events.read(
    `SELECT member_id FROM events WHERE version = 1
     EXCEPT SELECT member_id FROM events WHERE type = 'MemberErased'`,
  );
  const lost = present.filter((row) => !withKey.has(String(row.member_id))).length;
  if (lost === 0) return ok(`KEK opens the vault, which has a key for each of ${present.length}`);
  return fail(
    `the vault has no key for ${lost} of ${present.length} members: nobody can read their data`,
    "check VAULT_URL; if it is right, restore a backup of the vault",
  );
}

async function readTables({ log, readModel }: Opened): Promise<Finding> {
  if (!await readModel.fitsLog()) {
    return fail(
      `the read tables are at position ${await readModel
        .position()} of another log than this one, which ` +
        `ends at ${await log.lastPosition()}: it is an older copy, or its end was cut off`,
      'put the newest log back, or restore it; where an older one is meant, "npm run rebuild"',
    );
  }
  const behind = await log.lastPosition() - await readModel.position();
  if (behind < 100) return ok("the read tables follow the log");
  return warn(
    `the read tables are ${behind} events behind the log`,
    'start the service, which brings them up to it; "npm run rebuild" makes them anew',
  );
}
