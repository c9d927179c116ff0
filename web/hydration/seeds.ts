import type { Seed } from "./query-client.ts";

/** What the server put into this page, since its islands would look it up first. */
export function readSeeds(): readonly Seed[] {
  const seeds = document.getElementById("seeds")?.textContent;
  return seeds ? JSON.parse(seeds) : [];
}
