import { MeilisearchApiError } from "meilisearch";
import { SearchUnavailable } from "../profile-search.ts";
import type { MeilisearchServer } from "./server.ts";
import { settings } from "./settings.ts";

export function liveIndex({ prefix }: MeilisearchServer): string {
  return `${prefix}profiles`;
}

export async function prepareIndex(server: MeilisearchServer, index: string): Promise<void> {
  if (!await hasIndex(server, index)) {
    await server.run((client) => client.createIndex(index, { primaryKey: "memberId" }));
  }
  await server.run((client) => client.index(index).updateSettings(settings));
}

export async function hasIndex(server: MeilisearchServer, index: string): Promise<boolean> {
  return await countDocuments(server, index) !== undefined;
}

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

/** Swaps an index with the live one, atomically. @throws {SearchUnavailable} When the swap failed. */
export async function swapInto(
  server: MeilisearchServer,
  live: string,
  other: string,
): Promise<void> {
  const createdAt = async (index: string) =>
    (await server.ask((client) => client.getRawIndex(index))).createdAt;
  const wanted = await createdAt(other);
  await server.ask((client) => client.swapIndexes([{ indexes: [live, other], rename: false }]));
  // An API key for some indexes can't read the swap's task, which belongs to no index. A task
  // without effect follows it: once that is done, the swap is done or failed.
  await server.run((client) => client.index(live).updateSettings({}));
  if (await createdAt(live) !== wanted) {
    throw new SearchUnavailable("Meilisearch did not swap the indexes");
  }
}

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
