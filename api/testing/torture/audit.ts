/**
 * What must be true in the data folder itself, whatever the product answers: read from its files,
 * not through it.
 *
 * @module
 */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { type Database, openDatabase } from "../../../events/database.ts";
import type { Person } from "./person.ts";
import { fail, type World } from "./world.ts";

/** Looks into every database and file of the folder. To be called while nobody writes. */
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
    const noted = await vault.read("SELECT member_id FROM unfinished");
    const unfinished = noted.map((row) => String(row.member_id));
    await auditLog(world, events, there, unfinished);
    await auditVault(world, vault, there, unfinished);
    await auditReadTables(world, events, read);
  } finally {
    for (const database of [events, vault, read]) database.close();
  }
  await auditBytes(world);
}

/** Every acknowledged change is one commit in the log; of who is gone nothing is sealed or claimed. */
async function auditLog(
  world: World,
  events: Database,
  there: ReadonlySet<string>,
  unfinished: readonly string[],
) {
  const rows = await events.read(
    `SELECT member_id, count(DISTINCT correlation_id) AS changes, group_concat(type) AS types
     FROM events GROUP BY member_id`,
  );
  const changes = new Map(rows.map((row) => [String(row.member_id), Number(row.changes)]));
  const types = new Map(rows.map((row) => [String(row.member_id), String(row.types)]));
  for (const person of world.people) {
    if (person.memberId === undefined) continue;
    const recorded = changes.get(person.memberId) ?? 0;
    // A password that was changed is recorded a minute later when its process was killed.
    const noted = unfinished.filter((memberId) => memberId === person.memberId).length;
    if (recorded > person.changes || recorded < person.changes - noted) {
      const what = `has ${recorded} changes in the log, not ${person.changes}`;
      fail(world, `${person.mark} ${what}: ${types.get(person.memberId)}; ${person.done.join()}`);
    }
    changes.delete(person.memberId);
  }
  if (world.reader) changes.delete(world.reader.memberId);
  // A registration that was cut and then erased was never told its id.
  const unknown = world.people.filter(({ memberId, changes }) =>
    memberId === undefined && changes > 0
  );
  if (changes.size > unknown.length) fail(world, `${changes.size} members are nobody's`);

  const claims = await events.read("SELECT member_id, count(*) AS claims FROM claims GROUP BY 1");
  for (const { member_id, claims: count } of claims) {
    if (!there.has(String(member_id))) fail(world, "names are claimed for nobody");
    if (count !== 2) fail(world, `a member has claimed ${count} names`);
  }
  if (claims.length !== there.size) {
    fail(world, `${claims.length} members have names, not ${there.size}`);
  }
  for (const table of ["sealed_payloads", "outbox"]) {
    const kept = await events.read(`SELECT DISTINCT member_id FROM ${table}`);
    const left = kept.filter((row) => !there.has(String(row.member_id)));
    if (left.length > 0) fail(world, `${table} has rows of ${left.length} who are gone`);
  }
}

/** Who is there has a key and a password; who is not has nothing, unless it is noted. */
async function auditVault(
  world: World,
  vault: Database,
  there: ReadonlySet<string>,
  unfinished: readonly string[],
) {
  for (const table of ["member_keys", "credentials", "tokens", "sessions"]) {
    const rows = await vault.read(`SELECT DISTINCT member_id FROM ${table}`);
    const has = new Set(rows.map((row) => String(row.member_id)));
    const left = [...has].filter((memberId) =>
      !there.has(memberId) && !unfinished.includes(memberId)
    );
    if (left.length > 0) fail(world, `${table} has rows of ${left.length} who are nobody`);
    const isNeeded = table === "member_keys" || table === "credentials";
    const lacking = [...there].filter((memberId) => !has.has(memberId));
    if (isNeeded && lacking.length > 0) fail(world, `${table} lacks ${lacking.length} members`);
  }
}

async function auditReadTables(world: World, events: Database, read: Database) {
  const rows = await read.read("SELECT member_id, position FROM members ORDER BY member_id");
  const ends = await events.read(
    "SELECT member_id, max(position) AS position FROM events GROUP BY member_id ORDER BY member_id",
  );
  const text = (list: typeof rows) => JSON.stringify(list.map((row) => Object.values(row)));
  if (text(rows) !== text(ends)) fail(world, "the read tables are not where the log is");
}

const markPattern = /zq[0-9a-f]{12}/g;

/** Nothing of who is gone can be read in any byte, and no file of theirs is left. */
async function auditBytes(world: World): Promise<void> {
  const gone = world.people.filter((person) => person.state.is === "erased");
  const inUse = new Set(
    world.people.filter(({ state }) => state.is !== "erased").map(({ email }) => email),
  );
  const marks = new Map(
    gone.filter(({ email }) => !inUse.has(email)).map((person): [string, Person] => [
      person.mark,
      person,
    ]),
  );
  const entries = await readdir(world.folder, { recursive: true, withFileTypes: true });
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const text = await readFile(path, "latin1").catch(() => "");
    const found = new Set(text.match(markPattern)?.filter((mark) => marks.has(mark)));
    if (found.size > 0) fail(world, `${entry.name} has texts of ${found.size} who were erased`);
    const owner = gone.find(({ memberId }) => memberId !== undefined && path.includes(memberId));
    if (owner) fail(world, `a file of ${owner.mark}, who was erased, is left`);
  }
}
