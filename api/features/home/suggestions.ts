import type { LeastAsked } from "../../../events/connections/least-asked.ts";
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
  /** Whether other people take requests, even if no one is suggested. */
  readonly canAskAnyone: boolean;
}

interface SuggestionsParts {
  readonly directory: Pick<Directory, "facetsOf" | "idsOf" | "profilesFound">;
  readonly conversations: Pick<Conversations, "blocked">;
  readonly leastAsked: Pick<LeastAsked, "forViewer">;
  readonly texts: Pick<ConversationTexts, "latest">;
  readonly synonyms: Synonyms;
}

const shown = 3;
const most = { topics: 5, notes: 3, messages: 3, considered: 20_000 };

interface Interests {
  readonly topics: readonly string[];
  readonly named: readonly string[];
  readonly branches: readonly string[];
  /** Search words from their notes. */
  readonly text: string;
  /** Ids of people they asked or blocked, and their own. */
  readonly without: readonly string[];
}

/** Searches as the cadet would, so it shows nothing the directory hides from them. */
export function createSuggestions(
  { directory, conversations, leastAsked, texts, synonyms }: SuggestionsParts,
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

  /**
   * Ids of people who match a query: by relevance if it has words, otherwise those with the fewest
   * requests first.
   */
  async function find(
    query: Partial<DirectoryQuery>,
    { memberId }: MemberRecord,
    without: ReadonlySet<string>,
  ): Promise<readonly string[]> {
    const found = await directory.idsOf({ ...takesRequests, ...query }, most.considered);
    return query.search
      ? found.filter((id) => !without.has(id))
      : await leastAsked.forViewer(memberId, found, without);
  }

  /** Ids of the best matches, followed by other alumni. */
  async function choose(interests: Interests, member: MemberRecord): Promise<readonly string[]> {
    const { topics: helpTopics, named, branches, text } = interests;
    const chosen = new Set<string>();
    const byTopic = helpTopics.map((topic) => ({ helpTopics: [topic] }));
    const narrower: readonly (readonly Partial<DirectoryQuery>[])[] = [
      named.length === 0
        ? []
        : helpTopics.length === 0
        ? [{ armyBranches: named }]
        : byTopic.map((each) => ({ ...each, armyBranches: named })),
      text === "" ? [] : [{ search: text, helpTopics }],
      byTopic,
      branches.length === 0 ? [] : [{ armyBranches: branches }],
      [{ role: "alumni" }],
    ];
    for (const queries of narrower) {
      if (chosen.size >= shown) break;
      const without = new Set([...interests.without, ...chosen]);
      const lists = await Promise.all(queries.map((query) => find(query, member, without)));
      for (const id of interleave(lists)) {
        if (chosen.size < shown) chosen.add(id);
      }
    }
    return [...chosen];
  }

  return async (
    member: MemberRecord,
    lists: ConnectionLists,
    origin: Pick<Origin, "ip">,
  ): Promise<Suggestions> => {
    const interests = await interestsOf(member, lists);
    const profiles = await directory.profilesFound(
      () => choose(interests, member),
      shown,
      member,
      origin,
    );
    const counts = await directory.facetsOf({ ...takesRequests, role: "alumni" });
    return {
      people: profiles.map((profile) => suggestionOf(profile, interests.topics)),
      questions: questionsFor(interests, counts),
      canAskAnyone: profiles.length > 0 ||
        (await directory.idsOf(takesRequests, 2)).some((id) => id !== member.memberId),
    };
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

/** Interleaves lists: the first of each, then the second of each, and so on; each id once. */
function interleave(lists: readonly (readonly string[])[]): readonly string[] {
  const rounds = Array.from({ length: shown }, (_, round) => lists.map((list) => list[round]));
  return [...new Set(rounds.flat().filter((id) => id !== undefined))];
}

/** A topic, a branch, and an industry or place that people have, the cadet's own first. */
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

/** Cuts words to a search's maximum length. */
function cut(all: readonly string[]): string {
  let text = "";
  for (const word of all) {
    if (text.length + word.length >= maxQueryText) break;
    text = text === "" ? word : `${text} ${word}`;
  }
  return text;
}
