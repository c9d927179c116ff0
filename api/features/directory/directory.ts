import { type PublicProfile, publicProfile } from "../../../events/members/privacy.ts";
import { productTopics, type Topics } from "../../../events/program/topics.ts";
import type { MemberTable } from "../../../events/read/members.ts";
import { describeParts } from "../../../search/describe-parts.ts";
import { createExplainer, type Explanation } from "../../../search/explain.ts";
import { byGroup, facetNames } from "../../../search/facets.ts";
import type { Filters, ProfileHits } from "../../../search/profile-search.ts";
import { documentOf } from "../../../search/project-document.ts";
import {
  maxSuggestions,
  type SuggestingSearch,
  type SuggestionsAnswer,
} from "../../../search/suggestions.ts";
import { createSynonyms, type Synonyms } from "../../../search/synonyms.ts";
import { words } from "../../../search/text.ts";
import { parseText } from "../../../search/parse-text.ts";
import type { AnswerCache, Sized } from "../../answers/answer-cache.ts";
import { JsonAnswer } from "../../answers/json-answer.ts";
import { type AnyViewer, shownTo } from "../../answers/shown-to.ts";
import type { Origin } from "../../auth/origin.ts";
import type { ListReader } from "../../auth/limits/profile-limits.ts";
import { slotOf } from "../../auth/limits/seen-things.ts";
import type { KnownMembers } from "../contacts/known-members.ts";
import type { RateLimits } from "../../auth/limits/rate-limits.ts";
import {
  type DirectoryAnswer,
  type DirectoryQuery,
  emptyQuery,
  type Facets,
  isQueryText,
  pageSize,
  type Relaxed,
} from "../../contract/directory.ts";
import { findAlternatives } from "./alternatives.ts";

export interface DirectoryDependencies {
  readonly search: Pick<SuggestingSearch, "find" | "suggest">;
  readonly table: Pick<MemberTable, "byIds">;
  readonly answers: Pick<AnswerCache, "read">;
  readonly limits: Pick<RateLimits, "profiles">;
  readonly knownMembers: Pick<KnownMembers, "isKnownId">;
  /** Words that people search with: the program's, and the Army's. */
  readonly vocabulary?: { readonly topics: () => Topics; readonly synonyms: Synonyms };
}

/** A member who reads lists. The number of different profiles they get is limited. */
export type Reader = NonNullable<AnyViewer> & { readonly memberId: string };

interface FoundPage {
  readonly content: DirectoryAnswer;
  readonly memberIds: readonly string[];
}

interface Range {
  readonly offset: number;
  readonly limit: number;
}

type Where = Pick<Origin, "ip">;

/** An answer, and the slots (see `slotOf`) of the people in it. */
interface Counted extends Sized {
  readonly slots: readonly number[];
}

/**
 * Lists of profiles. Readers get only public projections, even of themselves.
 * Methods that return profiles throw a `Problem` 429 after too many, before they search. Cached
 * answers count, too.
 */
export class Directory {
  readonly #deps: DirectoryDependencies;
  readonly #synonyms: Synonyms;

  constructor(deps: DirectoryDependencies) {
    this.#deps = deps;
    this.#synonyms = deps.vocabulary?.synonyms ?? createSynonyms();
  }

  answer(
    query: DirectoryQuery,
    reader: Reader,
    where: Where,
  ): Promise<JsonAnswer<DirectoryAnswer>> {
    return this.read(reader, where, `directory ${addressOf(query)}`, async () => {
      const { content, memberIds } = await this.find(query);
      return new JsonAnswer(content, memberIds);
    });
  }

  /**
   * A page's answer, and the members in it. `read` counts the members, since pages are cached
   * themselves.
   */
  async find(query: DirectoryQuery): Promise<FoundPage> {
    const { memberIds, total, roles, facets, relaxed } = await this.#find(query, {
      offset: (query.page - 1) * pageSize,
      limit: pageSize,
    });
    const needsAlternatives = total === 0 || relaxed !== null;
    const count = (one: DirectoryQuery) => this.count(one);
    const rest = {
      total,
      page: query.page,
      // Not if people match only some of the words: another role may match them all.
      roles: query.role !== undefined || relaxed !== null ? null : roles,
      facets,
      relaxed: relaxed && toRelaxedAnswer(relaxed),
      alternatives: needsAlternatives ? await findAlternatives(query, relaxed !== null, count) : [],
      uncovered: needsAlternatives ? await this.#findUncovered(query) : [],
    };
    const profiles = await this.#profilesOf(memberIds);
    const matches = this.#explain(query.search, profiles);
    return { content: { profiles, ...rest, matches }, memberIds };
  }

  suggest(
    query: DirectoryQuery,
    reader: Reader,
    where: Where,
  ): Promise<JsonAnswer<SuggestionsAnswer>> {
    // Sort order and page make no difference.
    const address = `suggestions ${addressOf({ ...query, sort: "relevance", page: 1 })}`;
    return this.read(reader, where, address, async () => {
      const { vocabulary, search } = this.#deps;
      const filters = filtersOf(query, vocabulary?.topics());
      const suggestions = (await search.suggest({ text: query.search, filters, role: query.role }))
        .filter((suggestion) => isQueryText(suggestion.search));
      // Suggestions contain no profiles, but names identify people.
      const names = suggestions.filter(({ kind }) => kind === "name").map(({ text }) => text);
      return new JsonAnswer({ suggestions }, names);
    }, maxSuggestions);
  }

  /**
   * Finds members who match the whole text; none if only a relaxed search finds any. Returns fewer
   * than asked for if the reader is close to their limit.
   */
  list(
    query: DirectoryQuery,
    { offset, limit }: Range,
    reader: Reader,
    where: Where,
  ): Promise<{ readonly profiles: readonly PublicProfile[]; readonly total: number }> {
    const room = { most: limit, orFewer: true };
    return this.#deps.limits.profiles.find(
      this.#readerAt(reader, where),
      room,
      async ({ most }) => {
        const { memberIds, total, relaxed } = await this.#find(query, { offset, limit: most });
        // This method's answer can't tell that they match only some of the words.
        if (relaxed !== null) return { profiles: [], total: 0, slots: [] };
        const profiles = await this.#profilesOf(memberIds);
        return { profiles, total, slots: memberIds.map(slotOf) };
      },
    );
  }

  /**
   * Ids of members found by a query, for other lists. They are the same for all readers, and
   * identify no one.
   */
  async idsOf(query: DirectoryQuery, limit: number): Promise<readonly string[]> {
    const key = { shown: shownTo(undefined), address: `ids ${limit} ${addressOf(query)}` };
    const { ids } = await this.#deps.answers.read(key, async () => {
      const { memberIds } = await this.#find(query, { offset: 0, limit });
      return { ids: memberIds, byteLength: memberIds.length * idBytes };
    });
    return ids;
  }

  /** Counts the choices among the members that a query finds. The same for all readers. */
  async facetsOf(query: DirectoryQuery): Promise<Facets> {
    const key = { shown: shownTo(undefined), address: `facets ${addressOf(query)}` };
    return await this.#deps.answers.read(key, async () => {
      const { facets } = await this.count(query);
      return { ...facets, byteLength: JSON.stringify(facets).length };
    });
  }

  /**
   * Up to `most` profiles for ids from `find`, in their order; hidden ones are left out. Refuses a
   * reader over their rate limit before the search.
   */
  async profilesFound(
    find: () => Promise<readonly string[]>,
    most: number,
    reader: Reader,
    where: Where,
  ): Promise<PublicProfile[]> {
    const at = this.#readerAt(reader, where);
    const { profiles } = await this.#deps.limits.profiles.find(at, { most }, async () => {
      const memberIds = await find();
      return { profiles: await this.#profilesOf(memberIds), slots: memberIds.map(slotOf) };
    });
    return profiles;
  }

  /** The total and facet counts, which identify no one. */
  count(query: DirectoryQuery): Promise<ProfileHits> {
    return this.#find(query, { offset: 0, limit: 0 });
  }

  /** Current topics that no one in the program offers. */
  async uncoveredOf(topics: readonly string[]): Promise<string[]> {
    const { facets } = await this.count(emptyQuery);
    const covered = new Set(facets.helpTopics.map(({ value }) => value));
    return topics.filter((topic) => !covered.has(topic));
  }

  /**
   * Returns an answer from the cache, or makes it. Its people are counted for the reader before it
   * is made, so that a refused reader causes no work.
   * @param address Cache key, beside what the reader may see.
   * @param most Maximum number of people in the answer.
   */
  async read<T extends Counted>(
    reader: Reader,
    where: Where,
    address: string,
    make: () => Promise<T>,
    most: number = pageSize,
  ): Promise<T> {
    const { answers, limits: { profiles } } = this.#deps;
    const at = this.#readerAt(reader, where);
    let isMade = false;
    const answer = await answers.read({ shown: shownTo(reader), address }, () => {
      isMade = true;
      return profiles.find(at, { most }, make);
    });
    if (!isMade) await profiles.countRead(at, answer.slots);
    return answer;
  }

  #readerAt({ memberId }: Reader, { ip }: Where): ListReader {
    return { memberId, ip, isKnown: () => this.#deps.knownMembers.isKnownId(memberId) };
  }

  #find(query: DirectoryQuery, range: Range): Promise<ProfileHits> {
    const { search, vocabulary } = this.#deps;
    const { search: text, role, sort } = query;
    return search.find({
      text,
      filters: filtersOf(query, vocabulary?.topics()),
      role,
      sort,
      ...range,
    });
  }

  /** Topics that a query selects, names or means, and that no one in the program offers. */
  async #findUncovered({ search, helpTopics }: DirectoryQuery): Promise<string[]> {
    const { offered, today } = this.#deps.vocabulary?.topics() ?? productTopics;
    const typed = new Set(words(search));
    const named = offered.filter((topic) =>
      facetNames("helpTopics", topic).some((name) => words(name).every((word) => typed.has(word)))
    );
    const meant = parseText(search, this.#synonyms).parts.flatMap(({ meanings: [likeliest] }) =>
      likeliest?.kind === "helpTopics" ? [today(likeliest.name)] : []
    );
    const asked = new Set([...helpTopics.map(today), ...named.length > 0 ? named : meant]);
    const wanted = offered.filter((topic) => asked.has(topic));
    return wanted.length === 0 ? [] : await this.uncoveredOf(wanted);
  }

  async #profilesOf(memberIds: readonly string[]): Promise<PublicProfile[]> {
    const members = await this.#deps.table.byIds(memberIds);
    return memberIds.flatMap((memberId) => {
      const member = members.get(memberId);
      // The index may lag behind: members who just left or hid themselves aren't shown.
      return member === undefined ? [] : publicProfile(member) ?? [];
    });
  }

  #explain(text: string, profiles: readonly PublicProfile[]): Explanation[] {
    const explainer = createExplainer(text, this.#synonyms);
    return explainer === undefined ? [] : profiles.map((one) => explainer(documentOf(one)));
  }
}

/** Size of an id of 36 characters in memory. */
const idBytes = 64;

/** Cache address of a query, regardless of the order of its choices. */
function addressOf(query: DirectoryQuery): string {
  const said = Object.entries(query).filter(([, value]) => value !== undefined);
  said.sort(([one], [other]) => one < other ? -1 : 1);
  return JSON.stringify(
    said.map(([name, value]) => [name, Array.isArray(value) ? value.toSorted() : value]),
  );
}

function filtersOf(query: DirectoryQuery, { today }: Topics = productTopics): Filters {
  return { ...byGroup((group) => query[group]), helpTopics: query.helpTopics.map(today) };
}

function toRelaxedAnswer({ kept, ignored }: NonNullable<ProfileHits["relaxed"]>): Relaxed {
  return { showing: describeParts(kept), ignored: ignored.map(({ typed }) => typed) };
}
