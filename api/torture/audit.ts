/**
 * What must be true in the data folder itself, whatever the product answers: read from its files,
 * not through it.
 *
 * @module
 */
import { execFile } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { promisify } from "node:util";
import { type Database, openDatabase } from "../../events/database.ts";
import { createPrivateStreams } from "../../events/members/private-streams.ts";
import { settingsStream } from "../../events/program/setting-events.ts";
import { isWhole } from "./talks.ts";
import type { Person, World } from "./world.ts";

/** Reads every database and file of the folder. Call it while nothing is written. */
export async function audit(world: World): Promise<void> {
  const [events, vault, read] = await Promise.all(
    ["events", "vault", "read"].map((name) =>
      openDatabase({ url: `file:${join(world.folder, `${name}.db`)}`, durability: "normal" })
    ),
  );
  if (!events || !vault || !read) return;
  try {
    const there = new Set(
      world.people.flatMap(({ state, memberId }) =>
        state.is === "there" && memberId !== undefined ? [memberId] : []
      ),
    );
    if (world.reader) there.add(world.reader.memberId);
    // Read before the log, so that work that is finished in between is not missed.
    const notes = (await vault.read("SELECT member_id, work, request_id FROM unfinished"))
      .map(({ member_id, work, request_id }) => ({
        memberId: String(member_id),
        work: String(work),
        requestId: String(request_id),
      }));
    await auditLog(world, events, there, notes);
    await auditVault(world, vault, there, notes.map(({ memberId }) => memberId));
    await auditReadTables(world, events, read);
    await auditTalks(world, events, read);
  } finally {
    for (const database of [events, vault, read]) database.close();
  }
  await auditBytes(world);
}

interface Note {
  readonly memberId: string;
  readonly work: string;
  readonly requestId: string;
}

/** Events that the passing of time records. A conversation that ends that way doesn't occur here. */
const ofTime: ReadonlySet<string> = new Set([
  "ConnectionReminded",
  "ConnectionExpired",
  "ConnectionQuiet",
  "MessagesForgotten",
]);

/** Whose private streams are, by the secret that the product has made. */
async function privateStreamsOf({ folder }: World) {
  const secret = await readFile(join(folder, "secrets", "claim-key"), "utf8");
  return createPrivateStreams(new Uint8Array(Buffer.from(secret.trim(), "base64")));
}

interface Recorded {
  /** Something of each commit. */
  readonly commits: Set<string>;
  readonly types: string[];
}

/** Every acknowledged change is one commit in the log. Erased members have no sealed data and no claims. */
async function auditLog(
  world: World,
  events: Database,
  there: ReadonlySet<string>,
  notes: readonly Note[],
) {
  const { ownerOf } = await privateStreamsOf(world);
  const changes = new Map<string, Recorded>();
  let before = { memberId: "", type: "" };
  for (
    const row of await events.read(
      // The passing of time is no member's change.
      `SELECT position, member_id, correlation_id, type FROM events
       WHERE correlation_id <> 'time' AND type <> 'RequestsCounted' ORDER BY position`,
    )
  ) {
    const stream = String(row.member_id);
    const { memberId, number } = ownerOf(stream);
    const type = String(row.type);
    const isNote = type === "MessageSent" && before.memberId === memberId &&
      (before.type === "ConnectionRequested" || before.type === "ConnectionAnswered");
    before = { memberId, type };
    const recorded = changes.get(memberId) ?? { commits: new Set(), types: [] };
    changes.set(memberId, recorded);
    // A note shares the commit of its request or answer; nothing else occurs twice.
    const isOfTime = number > 0 && ofTime.has(type);
    if (!isNote && !isOfTime) {
      recorded.commits.add(number > 0 ? stream : String(row.correlation_id));
    }
    recorded.types.push(type);
  }
  for (const person of world.people) {
    if (person.memberId === undefined) continue;
    auditChanges(world, person, changes.get(person.memberId), notes);
    changes.delete(person.memberId);
  }
  if (world.reader) changes.delete(world.reader.memberId);
  // A registration that was cut and then erased was never told its id.
  const unknown = world.people.filter(({ memberId, changes }) =>
    memberId === undefined && changes > 0
  );
  if (changes.size > unknown.length) world.fail(`${changes.size} members are no one's`);

  const claims = await events.read(
    "SELECT member_id, count(*) AS claims FROM claims GROUP BY 1",
  );
  for (const { member_id, claims: count } of claims) {
    if (!there.has(String(member_id))) world.fail("names are claimed for no one");
    if (count !== 2) world.fail(`a member has claimed ${count} names`);
  }
  if (claims.length !== there.size) {
    world.fail(`${claims.length} members have names, not ${there.size}`);
  }
  for (const table of ["sealed_payloads", "outbox"]) {
    const kept = await events.read(`SELECT DISTINCT member_id FROM ${table}`);
    const left = kept.filter((row) => !there.has(ownerOf(String(row.member_id)).memberId));
    if (left.length > 0) world.fail(`${table} has rows of ${left.length} who are gone`);
  }
}

/**
 * As many commits as changes. A password that was changed while its process was killed, and that was
 * acknowledged to nobody, is noted and recorded a minute later; or never, when its person is erased
 * before, with the note.
 */
function auditChanges(
  world: World,
  person: Person,
  { commits, types }: Recorded = { commits: new Set(), types: [] },
  notes: readonly Note[],
) {
  const { mark, memberId, state, changes } = person;
  const unrecorded =
    notes.filter((note) =>
      note.work === "password-reset" && note.memberId === memberId && !commits.has(note.requestId)
    ).length;
  const most = changes - unrecorded;
  const least = state.is === "erased" ? most - person.unrecorded : most;
  if (commits.size > most + person.mayBe || commits.size < least) {
    const what = `has ${commits.size} changes in the log, not ${least} to ${most}`;
    world.fail(`${mark} ${what}: ${types.join()}`);
  }
  if (state.is === "there") person.unrecorded = unrecorded;
}

/** As many open requests, and as many that expired, as there must be. */
async function auditTalks(world: World, events: Database, read: Database) {
  const { people, talks } = world;
  const count = async (database: Database, sql: string) =>
    new Map((await database.read(sql)).map((row) => [String(row.member_id), Number(row.count)]));
  const requests = await count(
    read,
    `SELECT asker_id AS member_id, count(*) AS count FROM connections
     WHERE state = 'requested' AND waits_for IS NOT NULL GROUP BY 1`,
  );
  const { ownerOf } = await privateStreamsOf(world);
  const expirations = await events.read(
    "SELECT member_id FROM events WHERE type = 'ConnectionExpired'",
  );
  const expiries = Map.groupBy(expirations, (row) => ownerOf(String(row.member_id)).memberId);
  const whole = talks.filter(isWhole);
  for (const person of people.filter(({ isThere }) => isThere)) {
    const { memberId = "", expired, mark } = person;
    const open = whole.filter(({ asker, is }) => asker === person && is === "requested").length;
    const found = requests.get(memberId) ?? 0;
    if (found !== open) world.fail(`${mark} has ${found} open requests, and not ${open}`);
    const times = expiries.get(memberId)?.length ?? 0;
    if (times !== expired) world.fail(`${times} requests of ${mark} expired, and not ${expired}`);
  }
}

/** Each member has a key and a password. Anyone else has nothing, unless unfinished work is noted. */
async function auditVault(
  world: World,
  vault: Database,
  there: ReadonlySet<string>,
  unfinished: readonly string[],
) {
  for (const table of ["member_keys", "credentials", "tokens", "sessions"]) {
    // The link to the first staff account is the program's own.
    const rows = await vault.read(`SELECT DISTINCT member_id FROM ${table} WHERE member_id <> ?`, [
      settingsStream,
    ]);
    const has = new Set(rows.map((row) => String(row.member_id)));
    const left = [...has].filter((memberId) =>
      !there.has(memberId) && !unfinished.includes(memberId)
    );
    if (left.length > 0) world.fail(`${table} has rows of ${left.length} who are no one`);
    const isNeeded = table === "member_keys" || table === "credentials";
    const lacking = [...there].filter((memberId) => !has.has(memberId));
    if (isNeeded && lacking.length > 0) world.fail(`${table} lacks ${lacking.length} members`);
  }
}

async function auditReadTables(world: World, events: Database, read: Database) {
  const rows = await read.read("SELECT member_id, position FROM members ORDER BY member_id");
  const ends = await events.read(
    `SELECT member_id, max(position) AS position FROM events
     WHERE member_id NOT LIKE 'private-%' AND type <> 'RequestsCounted'
     GROUP BY member_id ORDER BY member_id`,
  );
  const text = (list: typeof rows) => JSON.stringify(list.map((row) => Object.values(row)));
  if (text(rows) !== text(ends)) world.fail("the read tables are not where the log is");
  const counts = await read.read(
    `SELECT count(*) AS wrong FROM members m WHERE conversations <> (SELECT count(*) FROM connections
       WHERE mentor_id = m.member_id AND state = 'accepted' AND waits_for IS NOT NULL)`,
  );
  if (counts[0]?.wrong !== 0) world.fail("conversations are counted wrongly");
}

/** No byte of an erased member's data is left, and no file of theirs. */
async function auditBytes(world: World): Promise<void> {
  const gone = world.people.filter((person) => person.state.is === "erased");
  const marks = new Set(gone.map(({ mark }) => mark));
  for (const [path, found] of await marksIn(world.folder)) {
    const left = [...found].filter((mark) => marks.has(mark));
    if (left.length > 0) world.fail(`${path} has texts of ${left.length} who were erased`);
  }
  for (const path of await readdir(world.folder, { recursive: true })) {
    const owner = gone.find(({ memberId }) => memberId !== undefined && path.includes(memberId));
    if (owner) world.fail(`a file of ${owner.mark}, who was erased, is left`);
  }
}

/**
 * The marks in the bytes of every file of a folder, by path. Another process reads them: one that
 * closes a file of a database loses every lock that it has on it, and with them, should the garbage
 * collector have left a connection open, its place among those that a write-ahead log is kept for.
 *
 * @see {@link https://www.sqlite.org/howtocorrupt.html} section 2.2
 */
async function marksIn(folder: string): Promise<Map<string, Set<string>>> {
  const search = ["-raoE", "--null", "zq[0-9a-f]{12}", folder];
  const { stdout } = await promisify(execFile)("grep", search, {
    // Bytes, whatever they may mean.
    env: { LC_ALL: "C" },
    maxBuffer: 2 ** 28,
  }).catch((error) => {
    // 1 means that nothing matched; 2 also that a file was removed during the search, such as an upload.
    const isGone = error.code === 2 &&
      !/^(?!.*No such file or directory$)./m.test(error.stderr);
    if (error.code !== 1 && !isGone) throw error;
    return error as { stdout: string };
  });
  const found = new Map<string, Set<string>>();
  for (const line of stdout.split("\n")) {
    const [path = "", mark = ""] = line.split("\0");
    if (mark === "") continue;
    const name = relative(folder, path);
    found.set(name, (found.get(name) ?? new Set()).add(mark));
  }
  return found;
}
