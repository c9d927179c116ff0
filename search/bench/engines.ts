import { createEmbeddedSearch } from "../embedded/embedded.ts";
import type { ProfileSearch } from "../profile-search.ts";
import { createFts5 } from "./peers/fts5.ts";
import { createMeilisearchPeer, hasMeilisearch } from "./peers/meilisearch.ts";
import { createMiniSearch } from "./peers/minisearch.ts";
import { createOrama } from "./peers/orama.ts";

interface Engine {
  create(): ProfileSearch | Promise<ProfileSearch & AsyncDisposable>;
  /** With more it takes too long, or more memory than there is. */
  readonly mostProfiles: number;
  /** Where its memory is: what the process takes is counted, or nothing of what a server takes. */
  readonly memory?: "heap" | "process" | "server";
}

/** What is measured, ours first: the others are compared with it. */
export const engines: Readonly<Record<string, Engine>> = {
  embedded: { create: createEmbeddedSearch, mostProfiles: Infinity },
  fts5: { create: createFts5, mostProfiles: Infinity, memory: "process" },
  minisearch: { create: createMiniSearch, mostProfiles: 100_000 },
  orama: { create: createOrama, mostProfiles: 100_000 },
  ...hasMeilisearch && {
    meilisearch: { create: createMeilisearchPeer, mostProfiles: 100_000, memory: "server" },
  },
};
