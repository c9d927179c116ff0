import { createEmbeddedSearch } from "../embedded/embedded.ts";
import type { ProfileSearch } from "../profile-search.ts";
import { createFts5 } from "./peers/fts5.ts";
import { createMiniSearch } from "./peers/minisearch.ts";
import { createOrama } from "./peers/orama.ts";

interface Engine {
  create(): ProfileSearch;
  /** With more it takes too long, or more memory than there is. */
  readonly mostProfiles: number;
  /** Its memory is none of the heap's: what the process takes is counted. */
  readonly isOutside?: boolean;
}

/** What is measured, ours first: the others are compared with it. */
export const engines: Readonly<Record<string, Engine>> = {
  embedded: { create: createEmbeddedSearch, mostProfiles: Infinity },
  fts5: { create: createFts5, mostProfiles: Infinity, isOutside: true },
  minisearch: { create: createMiniSearch, mostProfiles: 100_000 },
  orama: { create: createOrama, mostProfiles: 100_000 },
};
