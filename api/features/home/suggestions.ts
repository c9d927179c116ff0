import type { ConversationTexts } from "../../../events/connections/texts.ts";
import type { MemberRecord } from "../../../events/members/record.ts";
import type { PublicProfile, PublicUser } from "../../../events/members/privacy.ts";
import { facetLabel, facets } from "../../../search/facets.ts";
import type { Part } from "../../../search/part.ts";
import { parseText } from "../../../search/parse-text.ts";
import type { Synonyms } from "../../../search/synonyms.ts";
import type { Origin } from "../../auth/origin.ts";
import type { Connection, ConnectionLists } from "../../contract/connections.ts";
import { type DirectoryQuery, emptyQuery, type Facets } from "../../contract/directory.ts";
import { maxQueryText } from "../../contract/limits.ts";
import type { Directory } from "../directory/directory.ts";
import type { Conversations } from "../connections/conversations.ts";

export interface Suggestion {
  readonly user: PublicUser;
  /** Branch, job and place, if shared. */
  readonly about: readonly string[];
  /** `null` if not shared. */
  readonly topic: string | null;
  readonly isAskedFor: boolean;
}

export interface Suggestions {
  readonly people: readonly Suggestion[];
  readonly questions: readonly string[];
  /** Whether anyone else takes requests, so that no one is suggested but can be found. */
  readonly canAskAnyone: boolean;
}

interface SuggestionsParts {
  readonly directory: Pick<Directory, "answer">;
  readonly conversations: Pick<Conversations, "blocked">;
  readonly texts: Pick<ConversationTexts, "latest">;
  readonly synonyms: Synonyms;
}

const shown = 3;
const most = { topics: 5, notes: 3, messages: 3 };

interface Interests {
  readonly topics: readonly string[];
  readonly named: readonly string[];
  readonly branches: readonly string[];
  /** Words of their notes that matter for a search. */
  readonly text: string;
  /** Ids of people they asked or blocked, and their own. */
  readonly without: readonly string[];
}

/** Searches as the cadet would, so it shows nothing the directory hides from them. */
export function createSuggestions(
  { directory, conversations, texts, synonyms }: SuggestionsParts,
) {
  async function notesOf(memberId: string, asked: readonly Connection[]): Promise<string> {
    const unanswered = asked.filter(({ state }) => state === "requested" || state === "expired");
    const pages = await Promise.all(
      unanswered.slice(0, most.notes).map(({ id }) =>
        texts.latest(id, { kind: "message", authorId: memberId, limit: most.messages })
      ),
    );
    return pages.flatMap((page) => page.texts.map(({ text }) => text)).join(" ");
  }

  async function interestsOf(member: MemberRecord, lists: ConnectionLists): Promise<Interests> {
    const { memberId, profile } = member;
    const all = [...lists.waiting, ...lists.open, ...lists.past];
    const asked = all.filter(({ asker }) => asker)
      .toSorted((one, other) => (other.askedAt ?? "").localeCompare(one.askedAt ?? ""));
    const [note, blocked] = await Promise.all([
      notesOf(memberId, asked),
      conversations.blocked(memberId),
    ]);
    const { parts } = parseText(note, synonyms);
    const named = [...new Set(parts.flatMap(branchOf))];
    return {
      topics: [...new Set(asked.flatMap((each) => each.topics))].slice(0, most.topics),
      named,
      branches: [...new Set([...named, ...profile?.armyBranch ? [profile.armyBranch] : []])],
      // Branches are searched separately.
      text: cut(parts.filter((part) => branchOf(part).length === 0).map(({ typed }) => typed)),
      without: [
        memberId,
        ...all.flatMap((each) => each.with?.id ?? []),
        ...blocked.map(({ id }) => id),
      ],
    };
  }

  async function search(
    interests: Interests,
    member: MemberRecord,
    origin: Pick<Origin, "ip">,
  ): Promise<Suggestions & { readonly anyone: readonly Suggestion[] }> {
    const find = async (query: Partial<DirectoryQuery>) => {
      const { content } = await directory.answer({ ...takesRequests, ...query }, member, origin);
      const { profiles, facets: counts } = content;
      const left = profiles.filter(({ user }) => !interests.without.includes(user.id));
      return { counts, left, isAnyone: profiles.some(({ userId }) => userId !== member.memberId) };
    };
    const { topics: helpTopics, named, branches, text } = interests;
    const people = new Map<string, Suggestion>();
    const add = (profiles: readonly PublicProfile[]) => {
      for (const profile of profiles) {
        const isRoom = people.size < shown && !people.has(profile.userId);
        if (isRoom) people.set(profile.userId, suggestionOf(profile, helpTopics));
      }
    };
    const narrower: readonly Partial<DirectoryQuery>[] = [
      ...named.length > 0 ? [{ armyBranches: named, helpTopics }] : [],
      ...text === "" ? [] : [{ search: text, helpTopics }],
      ...helpTopics.length > 0 ? [{ helpTopics }] : [],
      ...branches.length > 0 ? [{ armyBranches: branches }] : [],
    ];
    for (const query of narrower) {
      if (people.size < shown) add(byTopic((await find(query)).left, helpTopics));
    }
    const { counts, left } = await find({ role: "alumni" });
    return {
      canAskAnyone: people.size > 0 || left.length > 0 || (await find({})).isAnyone,
      people: [...people.values()],
      anyone: left.filter(({ userId }) => !people.has(userId))
        .map((profile) => suggestionOf(profile, helpTopics)),
      questions: questionsFor(interests, counts),
    };
  }

  return async (
    member: MemberRecord,
    lists: ConnectionLists,
    origin: Pick<Origin, "ip">,
  ): Promise<Suggestions> => {
    const interests = await interestsOf(member, lists);
    const { people, anyone, ...others } = await search(interests, member, origin);
    // Each member starts at a different place, so not everyone gets the same three.
    const start = anyone.length === 0 ? 0 : placeOf(member.memberId) % anyone.length;
    const more = [...anyone.slice(start), ...anyone.slice(0, start)];
    return { people: [...people, ...more].slice(0, shown), ...others };
  };
}

/** The branch of a part that names nothing else. */
function branchOf({ meanings }: Part): string[] {
  const [first] = meanings;
  const isOne = meanings.every(({ kind, name }) => kind === "armyBranch" && name === first?.name);
  return first !== undefined && isOne ? [first.name] : [];
}

const takesRequests: DirectoryQuery = { ...emptyQuery, requests: facets.requests.choices ?? [] };

function suggestionOf(
  { user, armyBranch, jobTitle, location, helpTopics = [] }: PublicProfile,
  asked: readonly string[],
): Suggestion {
  const askedFor = asked.find((topic) => helpTopics.includes(topic));
  return {
    user,
    about: [armyBranch, jobTitle, location].flatMap((text) => text ? [text] : []),
    topic: askedFor ?? helpTopics[0] ?? null,
    isAskedFor: askedFor !== undefined,
  };
}

/** One person for each topic, then another for each; without topics in the given order. */
function byTopic(profiles: readonly PublicProfile[], topics: readonly string[]): PublicProfile[] {
  const left = [...profiles];
  const found: PublicProfile[] = [];
  for (let round = 0; round < shown; round++) {
    for (const topic of topics) {
      const at = left.findIndex(({ helpTopics = [] }) => helpTopics.includes(topic));
      if (at >= 0) found.push(...left.splice(at, 1));
    }
  }
  return [...found, ...left];
}

/** A topic, a branch and an industry or place that people have, the cadet's own first. */
function questionsFor({ topics, branches }: Interests, counts: Facets): string[] {
  const first = (group: keyof Facets, own: readonly string[] = []) => {
    const values = counts[group].map(({ value }) => value);
    return own.find((value) => values.includes(value)) ?? values[0];
  };
  const topic = first("helpTopics", topics);
  const branch = first("armyBranches", branches);
  const industry = first("industries");
  const place = first("locations");
  return [
    ...topic ? [`Who can help with ${facetLabel("helpTopics", topic)}?`] : [],
    ...branch ? [`Who served in ${branch}?`] : [],
    ...industry ? [`Who works in ${industry}?`] : place ? [`Who lives near ${place}?`] : [],
  ];
}

/** As many words as fit into a search. */
function cut(all: readonly string[]): string {
  let text = "";
  for (const word of all) {
    if (text.length + word.length >= maxQueryText) break;
    text = text === "" ? word : `${text} ${word}`;
  }
  return text;
}

function placeOf(memberId: string): number {
  return Number.parseInt(memberId.slice(0, 8), 16) || 0;
}
