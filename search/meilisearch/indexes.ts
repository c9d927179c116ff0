import { MeilisearchApiError } from "meilisearch";
import { SearchUnavailable } from "../profile-search.ts";
import type { MeilisearchServer } from "./server.ts";
import { settings } from "./settings.ts";

/** The index that searches go to. Others have its name and a version after it. */
export function liveIndex({ prefix }: MeilisearchServer): string {
  return `${prefix}profiles`;
}

/** Makes an index unless it is there, and gives it today's settings. */
export async function prepareIndex(server: MeilisearchServer, index: string): Promise<void> {
  if (!await hasIndex(server, index)) {
    await server.run((client) => client.createIndex(index, { primaryKey: "memberId" }));
  }
  await server.run((client) => client.index(index).updateSettings(settings));
}

export async function hasIndex(server: MeilisearchServer, index: string): Promise<boolean> {
  return await countDocuments(server, index) !== undefined;
}

/** How many documents an index has; `undefined` when there is no such index. */
export async function countDocuments(
  server: MeilisearchServer,
  index: string,
): Promise<number | undefined> {
  try {
    const stats = await server.ask((client) => client.index(index).getStats());
    return stats.numberOfDocuments;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/**
 * Puts what another index has in the place of the live one, at once.
 *
 * @throws {SearchUnavailable} When they did not change places.
 */
export async function swapInto(
  server: MeilisearchServer,
  live: string,
  other: string,
): Promise<void> {
  const createdAt = async (index: string) =>
    (await server.ask((client) => client.getRawIndex(index))).createdAt;
  const wanted = await createdAt(other);
  await server.ask((client) => client.swapIndexes([{ indexes: [live, other], rename: false }]));
  // A key for some indexes may not see a task that belongs to none. So a task that changes nothing
  // goes after it: once that is done, so is the swap, or it failed.
  await server.run((client) => client.index(live).updateSettings({}));
  if (await createdAt(live) !== wanted) {
    throw new SearchUnavailable("Meilisearch did not swap the indexes");
  }
}

/** Removes every version but those to keep; the live index always stays. */
export async function removeVersions(
  server: MeilisearchServer,
  keep: readonly string[] = [],
): Promise<void> {
  const live = liveIndex(server);
  const { results } = await server.ask((client) => client.getRawIndexes({ limit: 1000 }));
  for (const { uid } of results) {
    if (!uid.startsWith(`${live}-`) || keep.includes(uid)) continue;
    await server.run((client) => client.deleteIndex(uid));
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof SearchUnavailable && error.cause instanceof MeilisearchApiError &&
    error.cause.cause?.code === "index_not_found";
}
