/** Embedded search engine: documents in memory, as the README explains. */
import { setImmediate } from "node:timers/promises";
import { Dictionary } from "../dictionary.ts";
import { byGroup, facetGroups } from "../facets.ts";
import type { ProfileHits, ProfileQuery, Relaxed } from "../profile-search.ts";
import type { ProfileDocument } from "../project-document.ts";
import { type KnownTexts, searchedWords } from "../searched-texts.ts";
import type { SuggestingSearch } from "../suggestions.ts";
import { createSynonyms, type Synonyms } from "../synonyms.ts";
import { compareText } from "../text.ts";
import { type Part, partsIn } from "../part.ts";
import { parseText } from "../parse-text.ts";
import { Column } from "./column.ts";
import { byWords, Facets } from "./facets.ts";
import { Matcher } from "./matcher.ts";
import { Members } from "./members.ts";
import { pageOf } from "./order.ts";
import { Postings } from "./postings.ts";
import { Suggest } from "./suggest.ts";

export interface EmbeddedSearch extends SuggestingSearch {
  /** Synonyms by which documents are found, besides their own words. */
  readonly synonyms: Synonyms;
}

/** How many documents are indexed before other work can run. */
const documentsPerTurn = 8;

export function createEmbeddedSearch(synonyms: Synonyms = createSynonyms()): EmbeddedSearch {
  let index = new Index(synonyms);
  return {
    synonyms,
    async put(documents) {
      const known: KnownTexts = new Map();
      for (const [at, document] of documents.entries()) {
        if (at > 0 && at % documentsPerTurn === 0) await setImmediate();
        index.put(document, known);
      }
    },
    async remove(memberIds) {
      for (const memberId of memberIds) index.remove(memberId);
    },
    async clear() {
      index = new Index(synonyms);
    },
    async find(query) {
      return index.find(query);
    },
    async suggest(query) {
      return index.suggest.of(query);
    },
  };
}

class Index {
  readonly #members = new Members();
  readonly #postings: Postings;
  readonly #matcher: Matcher;
  readonly #facets: Facets;
  readonly #textColumns = { mos: new Column(byWords), company: new Column(byWords) };
  readonly suggest: Suggest;

  constructor(private readonly synonyms: Synonyms) {
    const dictionary = new Dictionary();
    this.#postings = new Postings(dictionary);
    this.#matcher = new Matcher(dictionary, this.#postings, this.#members);
    this.#facets = new Facets(synonyms);
    const [members, matcher] = [this.#members, this.#matcher];
    const [facets, textColumns] = [this.#facets, this.#textColumns];
    this.suggest = new Suggest({ synonyms, members, matcher, facets, textColumns });
  }

  put(document: ProfileDocument, known: KnownTexts): void {
    // Process the texts first, which can fail, so that a document is indexed completely or not at
    // all.
    const words = searchedWords(document, this.synonyms, known);
    const slot = this.#members.set(document);
    this.#postings.set(slot, words);
    this.#facets.set(slot, document);
    this.#textColumns.mos.set(slot, [document.mos]);
    this.#textColumns.company.set(slot, [document.company]);
  }

  remove(memberId: string): void {
    const slot = this.#members.find(memberId);
    if (slot === undefined) return;
    this.#postings.set(slot, new Map());
    this.#facets.set(slot, undefined);
    for (const column of Object.values(this.#textColumns)) column.set(slot, []);
    this.#members.remove(slot);
  }

  find(query: ProfileQuery): ProfileHits {
    const { parts: asked, without } = parseText(query.text, this.synonyms);
    const parts = partsIn(asked, this.#matcher.isFound);
    const found = (kept: readonly Part[]) => {
      const { slots, scores } = this.#matcher.match({ parts: kept, without });
      return { slots: this.#facets.pass(slots, query, facetGroups), scores };
    };
    let { slots, scores } = found(parts);
    let relaxed: Relaxed | null = null;
    if (slots.length === 0 && parts.length > 1) {
      const all = this.#matcher.match({ parts: [], without });
      const kept = this.#matcher.bestParts(parts, this.#facets.pass(all.slots, query));
      if (kept.length > 0) {
        relaxed = { kept, ignored: parts.filter((part) => !kept.includes(part)) };
        this.#takeCounts();
        ({ slots, scores } = found(kept));
      }
    }
    const order = query.sort === "name" ? this.#members.byName : this.#members.recent;
    return {
      memberIds: pageOf(slots, query, scores, order).map((slot) => this.#members.ids[slot]!),
      total: slots.length,
      roles: this.#facets.countRoles(slots),
      relaxed,
      facets: this.#takeCounts(),
    };
  }

  #takeCounts(): ProfileHits["facets"] {
    return byGroup((group) =>
      this.#facets.columns[group].take()
        .map(({ value, count }) => ({ value: value.text, count }))
        .sort((a, b) => b.count - a.count || compareText(a.value, b.value))
    );
  }
}
