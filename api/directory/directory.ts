import { type PublicProfile, publicProfile } from "../../events/members/privacy.ts";
import { productTopics, type Topics } from "../../events/program/topics.ts";
import { type Role, roles } from "../../events/vocabulary.ts";
import type { MemberTable } from "../../events/read/members.ts";
import { describeParts } from "../../search/describe-wish.ts";
import { createExplainer, type Explanation } from "../../search/explain.ts";
import { byGroup, facetNames } from "../../search/facets.ts";
import type { Filters, ProfileHits } from "../../search/profile-search.ts";
import { documentOf } from "../../search/project-document.ts";
import type { SuggestingSearch } from "../../search/suggestions.ts";
import { ownSynonyms, type Synonyms } from "../../search/synonyms.ts";
import { words } from "../../search/text.ts";
import { wishOf } from "../../search/wish.ts";
import { slotOf } from "../auth/seen-things.ts";
import type { Standings } from "../contacts/standings.ts";
import type { RateLimits } from "../auth/rate-limits.ts";
import {
  type DirectoryAnswer,
  type DirectoryQuery,
  emptyQuery,
  isQueryText,
  pageSize,
  type Relaxed,
  type RoleCounts,
} from "../contract/directory.ts";
import type { SuggestionsAnswer } from "../contract/suggestions.ts";
import { findAlternatives } from "./alternatives.ts";
import { createJsonAnswer, type JsonAnswer } from "./json-answer.ts";
import type { Directory, MarkupStore } from "../product.ts";
import type { OpenJson, PublicJson, Sized } from "./public-json.ts";

export interface DirectoryDependencies {
  readonly search: Pick<SuggestingSearch, "find" | "suggest">;
  readonly table: Pick<MemberTable, "byIds">;
  readonly json: Pick<PublicJson, "open">;
  readonly limits: Pick<RateLimits, "profiles">;
  readonly standings: Pick<Standings, "isKnown">;
  /** The program's help topics now; without them, the product's. */
  readonly topics?: (() => Topics) | undefined;
  /** Those of the engine; without them, the vocabulary's own. */
  readonly synonyms?: Synonyms | undefined;
}

interface Range {
  readonly offset: number;
  readonly limit: number;
}

/** Lists of profiles. Nothing leaves it but the public projection, the owner's own included. */
export function createDirectory(
  { search, table, json, limits, standings, topics, synonyms = ownSynonyms }: DirectoryDependencies,
): Directory {
  function find(query: DirectoryQuery, range: Range): Promise<ProfileHits> {
    return search.find({
      text: query.search,
      filters: filtersOf(query, topics?.()),
      role: query.role,
      sort: query.sort,
      ...range,
    });
  }

  const count = (query: DirectoryQuery) => find(query, { offset: 0, limit: 0 });

  /** Everything that an answer says but of its profiles. */
  async function findPage(query: DirectoryQuery) {
    const { memberIds, total, facets, relaxed } = await find(query, rangeOf(query));
    const isWanting = total === 0 || relaxed !== null;
    const rest = {
      total,
      page: query.page,
      // Each role by itself could be relaxed to other words.
      roles: query.role !== undefined || relaxed !== null ? null : await countRoles(query),
      facets,
      relaxed: relaxed && said(relaxed),
      alternatives: isWanting ? await findAlternatives(query, relaxed !== null, count) : [],
      uncovered: isWanting ? await findUncovered(query) : [],
    };
    return { memberIds, rest };
  }

  async function countRoles(query: DirectoryQuery): Promise<RoleCounts> {
    const counts = await Promise.all(
      roles.map(async (role) => [role, (await count({ ...query, role })).total] as const),
    );
    return Object.fromEntries(counts) as Record<Role, number>;
  }

  /** Topics that a query ticks, names with all of their words, or else means, and that nobody in the program offers. */
  async function findUncovered({ search, helpTopics }: DirectoryQuery): Promise<string[]> {
    const { offered, today } = topics?.() ?? productTopics;
    const typed = new Set(words(search));
    const named = offered.filter((topic) =>
      facetNames("helpTopics", topic).some((name) => words(name).every((word) => typed.has(word)))
    );
    const meant = wishOf(search, synonyms).parts.flatMap(({ meanings: [likeliest] }) =>
      likeliest?.kind === "helpTopics" ? [today(likeliest.name)] : []
    );
    const asked = new Set([...helpTopics.map(today), ...named.length > 0 ? named : meant]);
    const wanted = offered.filter((topic) => asked.has(topic));
    return wanted.length === 0 ? [] : await uncoveredOf(wanted);
  }

  async function uncoveredOf(wanted: readonly string[]): Promise<string[]> {
    const { facets } = await count(emptyQuery);
    const covered = new Set(facets.helpTopics.map(({ value }) => value));
    return wanted.filter((topic) => !covered.has(topic));
  }

  async function profilesOf(memberIds: readonly string[]): Promise<PublicProfile[]> {
    const members = await table.byIds(memberIds);
    return memberIds.flatMap((memberId) => {
      const member = members.get(memberId);
      // The index may lag behind: whoever left or hid a moment ago is not shown.
      return member === undefined ? [] : publicProfile(member) ?? [];
    });
  }

  /** JSON of each profile of these members. */
  async function profileTexts(
    memberIds: readonly string[],
    cached: OpenJson,
  ): Promise<readonly string[]> {
    const known = new Map<string, string>();
    const missing: string[] = [];
    for (const memberId of memberIds) {
      const profile = cached.profile(memberId);
      if (profile === undefined) missing.push(memberId);
      else known.set(memberId, profile);
    }
    for (const profile of missing.length === 0 ? [] : await profilesOf(missing)) {
      const text = JSON.stringify(profile);
      known.set(profile.userId, text);
      cached.addProfile(profile.userId, text);
    }
    return memberIds.flatMap((memberId) => known.get(memberId) ?? []);
  }

  /** Why each of these profiles was found; they may come a moment after the search. */
  function explain(text: string, profiles: () => readonly PublicProfile[]): Explanation[] {
    const explainer = createExplainer(text, synonyms);
    return explainer === undefined ? [] : profiles().map((one) => explainer(documentOf(one)));
  }

  function countRead(readerId: string, slots: readonly number[]): Promise<void> {
    return limits.profiles(readerId, slots, () => standings.isKnown(readerId));
  }

  /** Limit on reading: an answer from the cache counts as one that was made. */
  async function readBy(readerId: string, answer: JsonAnswer): Promise<JsonAnswer> {
    await countRead(readerId, answer.slots);
    return answer;
  }

  async function answerTo(query: DirectoryQuery, readerId: string, cached: OpenJson) {
    const { memberIds, rest } = await findPage(query);
    await countRead(readerId, memberIds.map(slotOf));
    const texts = await profileTexts(memberIds, cached);
    const profiles = texts.map((text): PublicProfile => JSON.parse(text));
    const matches = explain(query.search, () => profiles);
    return { profiles, ...rest, matches, memberIds };
  }

  return {
    async facets(query) {
      return (await count(query)).facets;
    },
    uncoveredOf,
    async answer(query, readerId) {
      const { memberIds: _, ...answer } = await answerTo(query, readerId, json.open());
      return answer;
    },
    async kept<T extends Sized>(
      key: string,
      readerId: string,
      make: (
        answer: (query: DirectoryQuery) => Promise<DirectoryAnswer>,
        markup?: MarkupStore,
      ) => Promise<T>,
    ) {
      const cached = json.open();
      const name = `directory ${key}`;
      const known = cached.mayCacheAnswers ? cached.part(name) : undefined;
      if (known !== undefined) {
        await countRead(readerId, known.slots);
        // A key is one maker's.
        return known.part as T;
      }
      const slots = new Set<number>();
      const part = await make(async (query) => {
        const { memberIds, ...answer } = await answerTo(query, readerId, cached);
        for (const memberId of memberIds) slots.add(slotOf(memberId));
        return answer;
      }, cached.markup);
      if (cached.mayCacheAnswers) cached.addPart(name, { part, slots: [...slots] });
      return part;
    },
    async answerJson(query, readerId) {
      const cached = json.open();
      const key = cacheKey(query);
      const known = cached.answer(key);
      if (known !== undefined) return await readBy(readerId, known);
      const { memberIds, rest } = await findPage(query);
      const profiles = await profileTexts(memberIds, cached);
      const matches = explain(query.search, () => profiles.map((text) => JSON.parse(text)));
      const text = JSON.stringify({ ...rest, matches });
      const answer = createJsonAnswer(
        `{"profiles":[${profiles.join()}],${text.slice(1)}`,
        memberIds,
      );
      cached.addAnswer(key, answer);
      return await readBy(readerId, answer);
    },
    async suggestionsJson(query, readerId) {
      const cached = json.open();
      // Neither the order nor the page makes a difference.
      const key = `suggestions ${cacheKey({ ...query, sort: "relevance", page: 1 })}`;
      const known = cached.answer(key);
      if (known !== undefined) return await readBy(readerId, known);
      const asked = { text: query.search, filters: filtersOf(query), role: query.role };
      const suggestions = (await search.suggest(asked))
        // One that leads to a search that is not accepted leads nowhere.
        .filter((suggestion) => isQueryText(suggestion.search));
      // They tell of no profile, but names are those of people.
      const names = suggestions.filter(({ kind }) => kind === "name").map(({ text }) => text);
      const answer = createJsonAnswer(
        JSON.stringify({ suggestions } satisfies SuggestionsAnswer),
        names,
      );
      cached.addAnswer(key, answer);
      return await readBy(readerId, answer);
    },
    async listJson(query, range, readerId) {
      const { memberIds, total } = await find(query, range);
      await countRead(readerId, memberIds.map(slotOf));
      return { profiles: `[${(await profileTexts(memberIds, json.open())).join()}]`, total };
    },
  };
}

/** Cache key of a query: all that it says, whatever that will be. The order of choices says nothing. */
function cacheKey(query: DirectoryQuery): string {
  const said = Object.entries(query).filter(([, value]) => value !== undefined);
  said.sort(([one], [other]) => one < other ? -1 : 1);
  return JSON.stringify(
    said.map(([name, value]) => [name, Array.isArray(value) ? value.toSorted() : value]),
  );
}

function filtersOf(query: DirectoryQuery, { today }: Topics = productTopics): Filters {
  return { ...byGroup((group) => query[group]), helpTopics: query.helpTopics.map(today) };
}

function rangeOf({ page }: DirectoryQuery): Range {
  return { offset: (page - 1) * pageSize, limit: pageSize };
}

function said({ kept, leftOut }: NonNullable<ProfileHits["relaxed"]>): Relaxed {
  return { showing: describeParts(kept), leftOut: leftOut.map(({ typed }) => typed) };
}
