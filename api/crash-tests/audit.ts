/**
 * Checks of the data folder itself, read from its files and not through the product.
 *
 * @module
 */
import { execFile } from "node:child_process";
import { readdir } from "node:fs/promises";
import { join, relative } from "node:path";
import { promisify } from "node:util";
import { isBetweenTwo } from "../../events/connections/events.ts";
import { type Database, openDatabase } from "../../events/store/database.ts";
import { settingsStream } from "../../events/program/setting-events.ts";
import type { Person, World } from "./world.ts";

/** Checks the database and every file of the folder. Call it while nothing is written. */
export async function audit(world: World): Promise<void> {
  const database = await openDatabase({
    url: `file:${join(world.folder, "alumni.db")}`,
    durability: "normal",
  });
  const people = world.people.filter(({ hasAccount }) => hasAccount);
  const there = new Set([world.reader, ...people].flatMap((one) => one?.memberId ?? []));
  const audited: Audited = { world, database, there };
  try {
    await auditLog(audited);
    await auditLeftovers(audited);
    await auditKeys(audited);
  } finally {
    database.close();
  }
  await auditBytes(world);
}

interface Audited {
  readonly world: World;
  readonly database: Database;
  /** Ids of everyone who has an account. */
  readonly there: ReadonlySet<string>;
}

interface LoggedChanges {
  /** An identifier of each commit. */
  readonly commits: Set<string>;
  readonly types: unknown[];
}

const noChanges: LoggedChanges = { commits: new Set(), types: [] };

/** Every acknowledged change is one commit in the log. */
async function auditLog({ world, database }: Audited): Promise<void> {
  const changes = new Map<string, LoggedChanges>();
  let before: { readonly memberId: string; readonly type: unknown } = { memberId: "", type: "" };
  const rows = await database.read(
    `SELECT stream, version, correlation_id, type, author.member_id AS author
     FROM events LEFT JOIN personal AS author USING (position)
     WHERE type NOT IN ('RequestsCounted', 'StaffLetterDue') ORDER BY position`,
  );
  // Changes of erased members to what they share with others: nothing links them to their author anymore.
  let unnamed = 0;
  for (const { stream, version, correlation_id, type, author } of rows) {
    const memberId = String(author ?? stream);
    const involvesTwo = isBetweenTwo({ type: String(type) });
    // A note shares the commit of its request or answer; nothing else occurs twice.
    const isNote = type === "MessageSent" && before.memberId === memberId &&
      (before.type === "ConnectionRequested" || before.type === "ConnectionAnswered");
    before = { memberId, type };
    if (involvesTwo && author === null) {
      if (!isNote) unnamed += 1;
      continue;
    }
    const { commits, types } = changes.getOrInsert(memberId, { commits: new Set(), types: [] });
    types.push(type);
    if (!isNote) commits.add(involvesTwo ? `${stream} ${version}` : String(correlation_id));
  }
  for (const person of world.people) {
    if (person.memberId === undefined) continue;
    const seen = { ...changes.get(person.memberId) ?? noChanges, unnamed };
    unnamed -= auditChanges(world, person, seen);
    changes.delete(person.memberId);
  }
  if (world.reader) changes.delete(world.reader.memberId);
  // A member erased after an interrupted registration never got an id.
  const unknown = world.people.filter(({ memberId, changes }) => !memberId && changes.length > 0);
  if (changes.size > unknown.length) world.fail(`${changes.size} unknown members are in the log`);
}

/**
 * Checks that a member has as many commits as changes.
 *
 * @returns The number of unnamed changes that an erased member accounts for.
 */
function auditChanges(
  world: World,
  person: Person,
  { commits, types, unnamed }: LoggedChanges & { readonly unnamed: number },
): number {
  const { mark, state, changes } = person;
  const most = changes.length;
  const missing = state.is === "erased" ? Math.max(0, most - commits.size) : 0;
  const least = most - Math.min(missing, unnamed);
  if (commits.size > most + person.uncertain || commits.size < least) {
    const what = `has ${commits.size} changes in the log, not ${least} to ${most}`;
    world.fail(`${mark} ${what}: ${types.join()} after ${changes.join(", ")}`);
  }
  return Math.min(missing, unnamed);
}

/** Checks that erased members have no sealed data and no mails. */
async function auditLeftovers({ world, database, there }: Audited): Promise<void> {
  for (const table of ["personal", "outbox"]) {
    const rows = await database.read(`SELECT DISTINCT member_id FROM ${table}`);
    const left = rows.filter((row) =>
      !there.has(String(row.member_id)) && row.member_id !== settingsStream
    );
    if (left.length > 0) world.fail(`${table} has rows of ${left.length} erased members`);
  }
}

/** Checks that every member has a key and a password, and no one else has rows. */
async function auditKeys({ world, database, there }: Audited): Promise<void> {
  for (const table of ["member_keys", "credentials", "tokens", "sessions"]) {
    // The link to the first staff account is the program's own.
    const rows = await database.read(
      `SELECT DISTINCT member_id FROM ${table} WHERE member_id <> ?
         AND member_id NOT IN (SELECT member_id FROM member_keys WHERE wrapped = zeroblob(60)
           AND '${table}' = 'member_keys')`,
      [settingsStream],
    );
    const has = new Set(rows.map((row) => String(row.member_id)));
    const { size } = has.difference(there);
    if (size > 0) world.fail(`${table} has rows of ${size} unknown members`);
    const isNeeded = table === "member_keys" || table === "credentials";
    const missing = there.difference(has).size;
    if (isNeeded && missing > 0) world.fail(`${table} lacks ${missing} members`);
  }
}

/** Checks that no byte and no file of an erased member is left. */
async function auditBytes(world: World): Promise<void> {
  const gone = world.people.filter(({ state }) => state.is === "erased");
  const marks = new Set(gone.map(({ mark }) => mark));
  for (const [path = "", mark = ""] of await marksIn(world.folder)) {
    if (marks.has(mark)) {
      world.fail(`${relative(world.folder, path)} has texts of an erased member`);
    }
  }
  for (const path of await readdir(world.folder, { recursive: true })) {
    const owner = gone.find(({ memberId }) => memberId !== undefined && path.includes(memberId));
    if (owner) world.fail(`a file of ${owner.mark}, who was erased, is left`);
  }
}

/**
 * Finds marks in the bytes of every file, with their paths. Another process reads them: closing a database file drops
 * all of the process's locks on it, also those of a connection that isn't garbage collected yet.
 *
 * @see {@link https://www.sqlite.org/howtocorrupt.html} section 2.2
 */
async function marksIn(folder: string): Promise<readonly string[][]> {
  const { stdout } = await promisify(execFile)(
    "grep",
    ["-raoE", "--null", "zq[0-9a-f]{12}", folder],
    // Compares bytes, not characters.
    { env: { LC_ALL: "C" }, maxBuffer: 2 ** 28 },
  ).catch((error) => {
    // 1 means no match; 2 can mean that a file, such as an upload, was removed during the search.
    const isGone = error.code === 2 && !/^(?!.*No such file or directory$)./m.test(error.stderr);
    if (error.code !== 1 && !isGone) throw error;
    return error as { stdout: string };
  });
  return stdout.split("\n").map((line) => line.split("\0"));
}
