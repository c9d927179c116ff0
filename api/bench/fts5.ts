import { DatabaseSync } from "node:sqlite";
import { byGroup, type FacetGroup, facetGroups, facetValues } from "../../search/facets.ts";
import { byRole, type ProfileHits, type ProfileQuery } from "../../search/profile-search.ts";
import type { ProfileDocument } from "../../search/project-document.ts";
import { searchedWords } from "../../search/searched-texts.ts";
import { ownSynonyms } from "../../search/synonyms.ts";
import { nameKey } from "../../search/text.ts";
import { wishOf } from "../../search/wish.ts";

/** One column for each searched field, best first, and what a word in it is worth. */
const fields = Array.from({ length: 11 }, (_, at) => `f${at}`);
const weights = fields.map((_, at) => 2 ** (fields.length - at));
/** Groups of which a profile has one value; topics have a table. */
const single = facetGroups.filter((group) => group !== "helpTopics");
const columns = single.map((group) => `${group} TEXT`);

/**
 * The peer of a search: SQLite in memory, with FTS5 for the text and SQL for facets. It finds the same words, beginnings
 * and synonyms, but forgives no typos. What a query finds is put into a table, with a column for each group of choices
 * that says whether its filter lets the profile through.
 */
export class Fts5 {
  readonly #database = new DatabaseSync(":memory:");
  readonly #statements = new Map<string, ReturnType<DatabaseSync["prepare"]>>();

  constructor(documents: readonly ProfileDocument[]) {
    this.#database.exec(`
      PRAGMA temp_store = MEMORY;
      CREATE TABLE profiles (id INTEGER PRIMARY KEY, member_id TEXT, role TEXT, updated INTEGER,
        name TEXT, ${columns});
      CREATE TABLE topics (value TEXT, profile INTEGER, PRIMARY KEY (value, profile)) WITHOUT ROWID;
      CREATE INDEX topics_of ON topics (profile, value);
      CREATE VIRTUAL TABLE words USING fts5(${fields}, content='', detail=column, prefix='1 2 3',
        tokenize="unicode61 remove_diacritics 0");
      CREATE TEMP TABLE found (id INTEGER PRIMARY KEY, member_id TEXT, role TEXT, updated INTEGER,
        name TEXT, ${columns}, rank REAL, ${facetGroups.map((group) => `lets_${group} INTEGER`)});
      BEGIN`);
    for (const document of documents) this.#put(document);
    this.#database.exec("COMMIT");
  }

  find({ text, filters, role, sort, offset, limit }: ProfileQuery): ProfileHits {
    const { parts, without } = wishOf(text, ownSynonyms);
    const terms = parts.map(({ any }) =>
      `(${any.map(({ word, isPrefix }) => `${quoted(word)}${isPrefix ? "*" : ""}`).join(" OR ")})`
    );
    const refused = without.map(({ word }) => ` NOT ${quoted(word)}`).join("");
    const match = terms.length === 0 ? [] : [terms.join(" AND ") + refused];
    const lets = (group: FacetGroup) =>
      filters[group].length === 0
        ? "1"
        : group === "helpTopics"
        ? "id IN (SELECT profile FROM topics WHERE value IN (SELECT value FROM json_each(?)))"
        : `coalesce(${group} IN (SELECT value FROM json_each(?)), 0)`;
    const chosen = facetGroups.filter((group) => filters[group].length > 0)
      .map((group) => JSON.stringify(filters[group]));
    this.#database.exec("DELETE FROM found");
    this.#prepare(
      `INSERT INTO found SELECT profiles.*, ${match.length ? `bm25(words, ${weights})` : 0},
         ${facetGroups.map(lets)}
       FROM ${match.length ? "words JOIN profiles ON id = words.rowid" : "profiles"}
       WHERE ${match.length ? "words MATCH ?" : "1"} ${role ? "AND role = ?" : ""}`,
    ).run(...chosen, ...match, ...(role ? [role] : []));

    const passes = (but?: FacetGroup) =>
      facetGroups.filter((one) => one !== but).map((one) => `lets_${one}`).join(" AND ");
    const best = match.length === 0 ? "updated DESC" : "rank";
    const order = sort === "name" ? "name" : sort === "recent" ? "updated DESC" : best;
    const page = this.#prepare(
      `SELECT member_id FROM found WHERE ${passes()}
       ORDER BY ${order}, updated DESC, member_id LIMIT ? OFFSET ?`,
    ).all(limit, offset);
    const roles = this.#prepare(
      `SELECT role, count(*) AS count FROM found WHERE ${passes()} GROUP BY 1`,
    ).all();
    const counts = (group: FacetGroup) =>
      this.#prepare(
        `SELECT ${group === "helpTopics" ? "value" : group} AS value, count(*) AS count
         FROM found ${group === "helpTopics" ? "JOIN topics ON profile = id" : ""}
         WHERE ${passes(group)} AND value IS NOT NULL GROUP BY 1 ORDER BY 2 DESC, 1`,
      ).all().map(({ value, count }) => ({ value: String(value), count: Number(count) }));
    return {
      memberIds: page.map((row) => String(row.member_id)),
      total: roles.reduce((sum, { count }) => sum + Number(count), 0),
      roles: byRole((role) => Number(roles.find((row) => row.role === role)?.count ?? 0)),
      relaxed: null,
      facets: byGroup(counts),
    };
  }

  #put(document: ProfileDocument): void {
    const { memberId, role, updatedAtMs, firstName, lastName } = document;
    const { lastInsertRowid: id } = this.#prepare(
      `INSERT INTO profiles (member_id, role, updated, name, ${single})
       VALUES (?, ?, ?, ?${", ?".repeat(single.length)})`,
    ).run(
      ...[memberId, role, updatedAtMs, nameKey(firstName, lastName)],
      ...single.map((group) => facetValues(document, group)[0] ?? null),
    );
    for (const topic of document.helpTopics) {
      this.#prepare("INSERT OR IGNORE INTO topics VALUES (?, ?)").run(topic, id);
    }
    const texts = fields.map((): string[] => []);
    for (const [word, at] of searchedWords(document, ownSynonyms)) texts[at]?.push(plain(word));
    this.#prepare(`INSERT INTO words (rowid, ${fields}) VALUES (?${", ?".repeat(fields.length)})`)
      .run(id, ...texts.map((words) => words.join(" ")));
  }

  #prepare(sql: string) {
    const known = this.#statements.get(sql) ?? this.#database.prepare(sql);
    this.#statements.set(sql, known);
    return known;
  }
}

/** FTS5's tokens have no "#". */
const plain = (word: string) => word.replaceAll("#", "0");
const quoted = (word: string) => `"${plain(word)}"`;
