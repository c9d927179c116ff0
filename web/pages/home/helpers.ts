import type { ConnectionLists } from "../../../api/contract/connections.ts";
import { emptyQuery } from "../../../api/contract/directory.ts";
import type { PublicUser } from "../../../api/contract/profile.ts";
import type { Product } from "../../../api/product.ts";
import { facets } from "../../../search/facets.ts";

/** Somebody who could be asked next. */
export interface Helper {
  readonly user: PublicUser;
  /** What they offer, as their profile says to everybody, of what was asked for. */
  readonly topic: string;
}

const shownHelpers = 3;
/** Of what was asked for, the latest. */
const mostTopics = 5;

/** People who take requests now and offer what a member has asked others for; nobody whom they are in touch with. */
export async function helpersFor(
  { directory, connections }: Pick<Product, "directory" | "connections">,
  memberId: string,
  { waiting, open, past }: ConnectionLists,
): Promise<Helper[]> {
  const asked = [...waiting, ...open, ...past].filter(({ asker }) => asker)
    .toSorted((one, other) => (other.askedAt ?? "").localeCompare(one.askedAt ?? ""));
  const topics = [...new Set(asked.flatMap((each) => each.topics))].slice(0, mostTopics);
  if (topics.length === 0) return [];
  const query = { ...emptyQuery, helpTopics: topics, requests: facets.requests.choices ?? [] };
  const [{ profiles }, blocked] = await Promise.all([
    directory.answer(query, memberId),
    connections.blocked(memberId),
  ]);
  const others = new Set([
    memberId,
    ...[...waiting, ...open].flatMap((each) => each.with?.id ?? []),
    ...blocked.map(({ id }) => id),
  ]);
  const left = profiles.filter(({ user }) => !others.has(user.id));
  const found: Helper[] = [];
  // One for each topic, then another for each.
  for (let round = 0; round < shownHelpers && found.length < shownHelpers; round++) {
    for (const topic of topics) {
      const at = left.findIndex(({ helpTopics = [] }) => helpTopics.includes(topic));
      const [next] = at === -1 ? [] : left.splice(at, 1);
      if (next !== undefined) found.push({ user: next.user, topic });
    }
  }
  return found.slice(0, shownHelpers);
}
