import type { Seed } from "./query-client.ts";

/** Reads the values that the server put into this page, so that islands need not fetch them. */
export function readSeeds(): readonly Seed[] {
  const seeds = document.getElementById("seeds")?.textContent;
  return seeds ? JSON.parse(seeds) : [];
}
