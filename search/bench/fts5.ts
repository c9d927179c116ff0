import { DatabaseSync } from "node:sqlite";
import { beginningsOf } from "../words/beginnings.ts";
import { Dictionary } from "../words/dictionary.ts";
import { Walker } from "../words/walk.ts";
import { byGroup, facetGroups, facetValues } from "../facets.ts";
import {
  byRole,
  type ProfileHits,
  type ProfileQuery,
  type ProfileSearch,
} from "../profile-search.ts";
import type { ProfileDocument } from "../project-document.ts";
import { ownSynonyms } from "../synonyms.ts";
import { nameKey } from "../text.ts";
import { type Part, partsIn, type Wanted, type Wish, wishOf } from "../wish.ts";
import { fieldNames, fieldWeights, searchedFields } from "./searched-fields.ts";

/** The groups of which a profile holds one value; topics have a table. */
const single = facetGroups.filter((group) => group !== "helpTopics");

/**
 * SQLite in memory: FTS5 for the text, SQL for facets. What a query finds is put into a table once,
 * with a column for each group that says whether its filter lets the profile through. SQLite knows
 * no typos: words like those of the query are looked up in a dictionary first (our own, which is
 * quicker than one in SQL).
 */
export function createFts5(): ProfileSearch {
  const database = new DatabaseSync(":memory:");
  database.exec(schema);
  const statements = new Map<string, ReturnType<DatabaseSync["prepare"]>>();
  const prepare = (sql: string) => {
    const known = statements.get(sql) ?? database.prepare(sql);
    statements.set(sql, known);
    return known;
  };
  const dictionary = new Dictionary();
  const texts: string[] = [];
  const walker = new Walker(dictionary);

  function put(document: ProfileDocument): void {
    remove(document.memberId);
    const { lastInsertRowid: id } = prepare(
      `INSERT INTO profiles (member_id, role, updated, name, ${single})
       VALUES (?, ?, ?, ?${", ?".repeat(single.length)})`,
    ).run(
      document.memberId,
      document.role,
      document.updatedAtMs,
      nameKey(document.firstName, document.lastName),
      ...single.map((group) => facetValues(document, group)[0] ?? null),
    );
    for (const topic of facetValues(document, "helpTopics")) {
      prepare("INSERT INTO topics (topic, profile) VALUES (?, ?)").run(topic, id);
    }
    const fields = Object.values(searchedFields(document));
    prepare(`INSERT INTO words (rowid, ${fieldNames}) VALUES (?${", ?".repeat(fields.length)})`)
      .run(id, ...fields.map(quoted));
    for (const field of fields) {
      for (const word of field.split(" ").filter((text) => text !== "")) {
        for (const text of [word, ...beginningsOf(word)]) texts[dictionary.add(text)] = text;
      }
    }
  }

  function remove(memberId: string): void {
    const row = prepare("SELECT id FROM profiles WHERE member_id = ?").get(memberId);
    if (row === undefined) return;
    const id = Number(row.id);
    prepare("DELETE FROM words WHERE rowid = ?").run(id);
    prepare("DELETE FROM topics WHERE profile = ?").run(id);
    prepare("DELETE FROM profiles WHERE id = ?").run(id);
  }

  /** Every part, by any word that matches it, and none of what is refused. */
  function expression({ parts, without }: Wish): string | undefined {
    const like = (wanted: Wanted) =>
      walker.find(wanted).words.map((found) => texts[found] ?? "").map((text) =>
        text.startsWith("*") ? `"${text.slice(1)}"*` : `"${quoted(text)}"`
      );
    const isThere = ({ any }: Part) => any.some((wanted) => walker.find(wanted).words.length > 0);
    const terms = partsIn(parts, isThere).map(({ any }) => any.flatMap(like).join(" OR "));
    if (terms.includes("")) return undefined;
    const refused = without.map(({ word }) => ` NOT "${quoted(word)}"`).join("");
    return `${terms.map((term) => `(${term})`).join(" AND ")}${refused}`;
  }

  function find(query: ProfileQuery): ProfileHits {
    const { filters, role, sort, offset, limit } = query;
    const wish = wishOf(query.text, ownSynonyms);
    const match = wish.parts.length === 0 ? undefined : expression(wish);
    const nothing = wish.parts.length > 0 && match === undefined;
    database.exec("DELETE FROM found");
    const lets = facetGroups.map((group) =>
      filters[group].length === 0
        ? "1"
        : group === "helpTopics"
        ? "id IN (SELECT profile FROM topics WHERE topic IN (SELECT value FROM json_each(?)))"
        : `coalesce(${group} IN (SELECT value FROM json_each(?)), 0)`
    );
    const chosen = facetGroups.filter((group) => filters[group].length > 0)
      .map((group) => JSON.stringify(filters[group]));
    if (!nothing) {
      prepare(
        `INSERT INTO found
         SELECT id, ${single}, updated, name, member_id,
           ${match ? `bm25(words, ${fieldWeights})` : "0"}, ${lets.join(", ")}
         FROM ${match ? "words JOIN profiles ON id = words.rowid" : "profiles"}
         WHERE ${match ? "words MATCH ?" : "1"} ${role ? "AND role = ?" : ""}`,
      ).run(...chosen, ...(match ? [match] : []), ...(role ? [role] : []));
    }
    const passes = (without: number) =>
      facetGroups.map((_, group) => group).filter((group) => group !== without)
        .map((group) => `p${group}`).join(" AND ");
    const order = sort === "name" ? "name" : sort === "recent" || !match ? "updated DESC" : "rank";
    const page = prepare(
      `SELECT member_id FROM found WHERE ${passes(-1)}
       ORDER BY ${order}, updated DESC, member_id LIMIT ? OFFSET ?`,
    ).all(limit, offset);
    const counted = facetGroups.map((name, group) =>
      prepare(
        name === "helpTopics"
          ? `SELECT topic AS value, count(*) AS count FROM found JOIN topics ON profile = id
             WHERE ${passes(group)} GROUP BY 1 ORDER BY 2 DESC, 1`
          : `SELECT ${name} AS value, count(*) AS count FROM found
             WHERE ${passes(group)} AND ${name} IS NOT NULL GROUP BY 1 ORDER BY 2 DESC, 1`,
      ).all()
    );
    const total = prepare(`SELECT count(*) AS total FROM found WHERE ${passes(-1)}`).get();
    const roleCounts = prepare(
      `SELECT role, count(*) AS count FROM found JOIN profiles USING (id)
       WHERE ${passes(-1)} GROUP BY 1`,
    ).all();
    return {
      memberIds: page.map((row) => String(row.member_id)),
      total: Number(total?.total),
      roles: byRole((role) => Number(roleCounts.find((row) => row.role === role)?.count ?? 0)),
      relaxed: null,
      facets: byGroup((_, at) =>
        counted[at]!.map(({ value, count }) => ({ value: String(value), count: Number(count) }))
      ),
    };
  }

  return {
    async put(documents) {
      database.exec("BEGIN");
      for (const document of documents) put(document);
      database.exec("COMMIT");
    },
    async remove(memberIds) {
      for (const memberId of memberIds) remove(memberId);
    },
    async clear() {
      database.exec("DELETE FROM profiles; DELETE FROM topics; DELETE FROM words");
    },
    async find(query) {
      return find(query);
    },
  };
}

/** Its tokens have no "#". */
const quoted = (text: string) => text.replaceAll("#", "0");

const schema = `
  PRAGMA temp_store = MEMORY;
  CREATE TABLE profiles (id INTEGER PRIMARY KEY, member_id TEXT UNIQUE, role TEXT,
    updated INTEGER, name TEXT, ${single.map((group) => `${group} TEXT`)});
  CREATE TABLE topics (topic TEXT, profile INTEGER, PRIMARY KEY (topic, profile)) WITHOUT ROWID;
  CREATE INDEX topics_of ON topics (profile, topic);
  CREATE VIRTUAL TABLE words USING fts5(${fieldNames}, content='', contentless_delete=1,
    detail=column, prefix='1 2 3', tokenize="unicode61 remove_diacritics 0");
  CREATE TEMP TABLE found (id INTEGER PRIMARY KEY, ${single.map((group) => `${group} TEXT`)},
    updated INTEGER, name TEXT, member_id TEXT, rank REAL,
    ${facetGroups.map((_, at) => `p${at} INTEGER`)});
`;
