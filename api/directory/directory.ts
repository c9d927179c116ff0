import { type PublicProfile, publicProfile } from "../../events/members/privacy.ts";
import { productTopics, type Topics } from "../../events/program/topics.ts";
import type { MemberTable } from "../../events/read/members.ts";
import { describeParts } from "../../search/describe-parts.ts";
import { createExplainer, type Explanation } from "../../search/explain.ts";
import { byGroup, facetNames } from "../../search/facets.ts";
import type { Filters, ProfileHits } from "../../search/profile-search.ts";
import { documentOf } from "../../search/project-document.ts";
import type { SuggestingSearch, SuggestionsAnswer } from "../../search/suggestions.ts";
import { createSynonyms, type Synonyms } from "../../search/synonyms.ts";
import { words } from "../../search/text.ts";
import { parseText } from "../../search/parse-text.ts";
import type { AnswerCache } from "../answers/answer-cache.ts";
import { JsonAnswer } from "../answers/json-answer.ts";
import { type AnyViewer, shownTo } from "../answers/shown-to.ts";
import { slotOf } from "../auth/seen-things.ts";
import type { TrustLevels } from "../contacts/trust-levels.ts";
import type { RateLimits } from "../auth/rate-limits.ts";
import {
  type DirectoryAnswer,
  type DirectoryQuery,
  emptyQuery,
  isQueryText,
  pageSize,
  type Relaxed,
} from "../contract/directory.ts";
import { findAlternatives } from "./alternatives.ts";

export interface DirectoryDependencies {
  readonly search: Pick<SuggestingSearch, "find" | "suggest">;
  readonly table: Pick<MemberTable, "byIds">;
  readonly answers: Pick<AnswerCache, "read">;
  readonly limits: Pick<RateLimits, "profiles">;
  readonly trustLevels: Pick<TrustLevels, "isKnown">;
  readonly topics?: (() => Topics) | undefined;
  readonly synonyms?: Synonyms | undefined;
}

/** Reader of a list. The number of different profiles they get is limited. */
export type Reader = NonNullable<AnyViewer> & { readonly memberId: string };

interface FoundPage {
  readonly content: DirectoryAnswer;
  readonly memberIds: readonly string[];
}

interface Range {
  readonly offset: number;
  readonly limit: number;
}

/**
 * Lists of profiles: only public projections, even of the reader. Answers with profiles throw a
 * `Problem` 429 after too many; cached answers count, too.
 */
export class Directory {
  readonly #deps: DirectoryDependencies;
  readonly #synonyms: Synonyms;

  constructor(deps: DirectoryDependencies) {
    this.#deps = deps;
    this.#synonyms = deps.synonyms ?? createSynonyms();
  }

  answer(query: DirectoryQuery, reader: Reader): Promise<JsonAnswer<DirectoryAnswer>> {
    return this.#read(reader, `directory ${addressOf(query)}`, async () => {
      const { content, memberIds } = await this.find(query);
      return new JsonAnswer(content, memberIds);
    });
  }

  /** A page's answer, and the members in it: pages are cached themselves, and call `countRead` for each reader. */
  async find(query: DirectoryQuery): Promise<FoundPage> {
    const { memberIds, total, roles, facets, relaxed } = await this.#find(query, {
      offset: (query.page - 1) * pageSize,
      limit: pageSize,
    });
    const isWanting = total === 0 || relaxed !== null;
    const count = (one: DirectoryQuery) => this.count(one);
    const rest = {
      total,
      page: query.page,
      // Not among people who match only some of the words: another role may match them all.
      roles: query.role !== undefined || relaxed !== null ? null : roles,
      facets,
      relaxed: relaxed && said(relaxed),
      alternatives: isWanting ? await findAlternatives(query, relaxed !== null, count) : [],
      uncovered: isWanting ? await this.#findUncovered(query) : [],
    };
    const profiles = await this.#profilesOf(memberIds);
    const matches = this.#explain(query.search, profiles);
    return { content: { profiles, ...rest, matches }, memberIds };
  }

  suggest(query: DirectoryQuery, reader: Reader): Promise<JsonAnswer<SuggestionsAnswer>> {
    // Sort order and page make no difference.
    const address = `suggestions ${addressOf({ ...query, sort: "relevance", page: 1 })}`;
    return this.#read(reader, address, async () => {
      const { topics, search } = this.#deps;
      const filters = filtersOf(query, topics?.());
      const suggestions = (await search.suggest({ text: query.search, filters, role: query.role }))
        .filter((suggestion) => isQueryText(suggestion.search));
      // Suggestions contain no profiles, but names identify people.
      const names = suggestions.filter(({ kind }) => kind === "name").map(({ text }) => text);
      return new JsonAnswer({ suggestions }, names);
    });
  }

  /** Members who match the whole text; none where only a relaxed search finds any. */
  async list(
    query: DirectoryQuery,
    range: Range,
    reader: Reader,
  ): Promise<{ readonly profiles: readonly PublicProfile[]; readonly total: number }> {
    const { memberIds, total, relaxed } = await this.#find(query, range);
    // This call can't say that they match only some of the words.
    if (relaxed !== null) return { profiles: [], total: 0 };
    return { profiles: await this.profilesOf(memberIds, reader), total };
  }

  /** Ids of members found by a query, for other lists. They identify no one to a reader. */
  async idsOf(query: DirectoryQuery, limit: number): Promise<readonly string[]> {
    return (await this.#find(query, { offset: 0, limit })).memberIds;
  }

  /** Profiles by id, in this order; hidden ones are left out. */
  async profilesOf(memberIds: readonly string[], reader: Reader): Promise<PublicProfile[]> {
    await this.countRead(reader, memberIds.map(slotOf));
    return await this.#profilesOf(memberIds);
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

  async #read<T>(
    reader: Reader,
    address: string,
    make: () => Promise<JsonAnswer<T>>,
  ): Promise<JsonAnswer<T>> {
    const answer = await this.#deps.answers.read({ shown: shownTo(reader), address }, make);
    await this.countRead(reader, answer.slots);
    return answer;
  }

  /** @param slots Of the members that the reader is shown: see `slotOf`. */
  countRead({ memberId }: Reader, slots: readonly number[]): Promise<void> {
    const { limits, trustLevels } = this.#deps;
    return limits.profiles(memberId, slots, () => trustLevels.isKnown(memberId));
  }

  #find(query: DirectoryQuery, range: Range): Promise<ProfileHits> {
    const { search, topics } = this.#deps;
    const { search: text, role, sort } = query;
    return search.find({ text, filters: filtersOf(query, topics?.()), role, sort, ...range });
  }

  /** Topics that a query selects, names or means, and that no one in the program offers. */
  async #findUncovered({ search, helpTopics }: DirectoryQuery): Promise<string[]> {
    const { offered, today } = this.#deps.topics?.() ?? productTopics;
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
      // The index may lag behind: members who just left or hid aren't shown.
      return member === undefined ? [] : publicProfile(member) ?? [];
    });
  }

  #explain(text: string, profiles: readonly PublicProfile[]): Explanation[] {
    const explainer = createExplainer(text, this.#synonyms);
    return explainer === undefined ? [] : profiles.map((one) => explainer(documentOf(one)));
  }
}

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

function said({ kept, leftOut }: NonNullable<ProfileHits["relaxed"]>): Relaxed {
  return { showing: describeParts(kept), leftOut: leftOut.map(({ typed }) => typed) };
}
