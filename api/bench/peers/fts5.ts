/**
 * SQLite's full-text search behind Hono, with the product's own libSQL: the cost of a simple search. As a program, it
 * reads people from its input, prints its port, and serves.
 *
 * @module
 */
import { setTimeout } from "node:timers/promises";
import { Hono } from "hono";
import Libsql from "libsql";
import { byGroup, type FacetGroup, facetGroups, facetValues } from "../../../search/facets.ts";
import type { ProfileDocument } from "../../../search/project-document.ts";
import {
  directoryParams,
  type DirectoryQuery,
  pageSize,
  parseDirectoryQuery,
} from "../../contract/directory.ts";
import { get, type Peer, type Work } from "./peer.ts";
import { startOwnProgram } from "../programs.ts";

export async function startFts5(folder: string, { people, lists, searches }: Work): Promise<Peer> {
  const input = { file: `${folder}/people.db`, people };
  const program = await startOwnProgram(new URL(import.meta.url).pathname, input);
  const shotOf = (query: DirectoryQuery) => get(`/people?${directoryParams(query)}`);
  const lacks = "no viewers, no sessions";
  return {
    ...program,
    name: "SQLite FTS5 behind Hono",
    shots: {
      "list with filters": lists.map(shotOf),
      "search with filters": searches.map(shotOf),
    },
    totalIn: (answer) => JSON.parse(answer).total,
    lacks: {
      "list with filters": lacks,
      "search with filters": `${lacks}; no typos, no Army words, no reasons`,
    },
  };
}

interface Input {
  readonly file: string;
  readonly people: readonly ProfileDocument[];
}

function openPeople({ file, people }: Input) {
  const database = new Libsql(file);
  database.exec(`
    PRAGMA journal_mode = WAL;
    CREATE TABLE people (id INTEGER PRIMARY KEY, json TEXT, name TEXT, updated INTEGER);
    CREATE TABLE choices (kind TEXT, value TEXT, person INTEGER, PRIMARY KEY (kind, value, person)) WITHOUT ROWID;
    CREATE INDEX choices_of_person ON choices (person, kind, value);
    CREATE INDEX people_name ON people (name);
    CREATE INDEX people_updated ON people (updated);
    CREATE VIRTUAL TABLE words USING fts5 (text, content = '', prefix = '2 3', tokenize = "unicode61 remove_diacritics 2");
    BEGIN;
  `);
  const addPerson = database.prepare("INSERT INTO people VALUES (?, ?, ?, ?)");
  const addChoice = database.prepare("INSERT INTO choices VALUES (?, ?, ?)");
  const addWords = database.prepare("INSERT INTO words (rowid, text) VALUES (?, ?)");
  for (const [at, person] of people.entries()) {
    const id = at + 1;
    const name = `${person.lastName} ${person.firstName}`.toLowerCase();
    addPerson.run(id, JSON.stringify(person), name, person.updatedAtMs);
    for (const group of facetGroups) {
      for (const value of facetValues(person, group)) addChoice.run(group, value, id);
    }
    const texts = Object.values(person).flat().filter((value) => typeof value === "string");
    addWords.run(id, texts.join(" "));
  }
  database.exec("COMMIT; ANALYZE");
  return database;
}

interface Matches {
  /** Selects the ids of matching people; everyone if absent. */
  readonly sql: string | undefined;
  readonly args: readonly string[];
}

/** The matches of a query, optionally without the filters of one group. */
function matchesOf(query: DirectoryQuery, withoutGroup?: FacetGroup): Matches {
  const selects: string[] = [];
  const args: string[] = [];
  const words = wordsOf(query);
  if (words !== "") {
    selects.push("SELECT rowid FROM words WHERE words MATCH ?");
    args.push(words);
  }
  for (
    const group of facetGroups.filter((each) => each !== withoutGroup && query[each].length > 0)
  ) {
    const places = query[group].map(() => "?").join(", ");
    selects.push(`SELECT person FROM choices WHERE kind = '${group}' AND value IN (${places})`);
    args.push(...query[group]);
  }
  return { sql: selects.length === 0 ? undefined : selects.join(" INTERSECT "), args };
}

/** All words as prefixes. */
function wordsOf({ search }: DirectoryQuery): string {
  return (search.match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => `"${word}"*`).join(" ");
}

if (import.meta.main) {
  const database = openPeople(await new Response(Deno.stdin.readable).json());
  const prepared = new Map<string, Libsql.Statement<unknown[]>>();
  const all = (sql: string, args: readonly unknown[]) => {
    const statement = prepared.get(sql) ?? database.prepare(sql);
    prepared.set(sql, statement);
    return statement.all(...args) as readonly Record<string, unknown>[];
  };
  const app = new Hono().get("/people", async (c) => {
    // Each search blocks this thread, so the previous answer is sent first.
    await setTimeout(0);
    const parsed = parseDirectoryQuery(new URL(c.req.url).searchParams);
    if (!parsed.ok) return c.json(parsed.fields, 400);
    const { query } = parsed;
    const found = matchesOf(query);
    const ids = found.sql ?? "SELECT id FROM people";
    const total = all(`SELECT count(*) AS count FROM (${ids})`, found.args)[0]?.count;
    const limit = `LIMIT ${pageSize} OFFSET ${pageSize * (query.page - 1)}`;
    const order = query.sort === "name" ? "name, id" : "updated DESC, id";
    const words = wordsOf(query);
    const rows = words === ""
      ? all(`SELECT json FROM people WHERE id IN (${ids}) ORDER BY ${order} ${limit}`, found.args)
      : all(
        `SELECT json FROM words JOIN people ON id = words.rowid
          WHERE words MATCH ? AND id IN (${ids}) ORDER BY rank, updated DESC ${limit}`,
        [words, ...found.args],
      );
    const countsOf = (kinds: string, { sql, args }: Matches) =>
      all(
        `SELECT kind, value, count(*) AS count FROM choices
          WHERE ${kinds} ${sql === undefined ? "" : `AND person IN (${sql})`}
          GROUP BY kind, value ORDER BY count DESC, value`,
        args,
      );
    const counts = Map.groupBy(countsOf("true", found), ({ kind }) => kind);
    const facets = byGroup((group) =>
      query[group].length > 0
        ? countsOf(`kind = '${group}'`, matchesOf(query, group))
        : counts.get(group) ?? []
    );
    return c.json({ total, profiles: rows.map(({ json }) => JSON.parse(String(json))), facets });
  });
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, app.fetch);
  console.log(server.addr.port);
}
