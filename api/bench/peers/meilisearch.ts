import { setTimeout } from "node:timers/promises";
import { facetGroups, facetValues } from "../../../search/facets.ts";
import type { ProfileDocument } from "../../../search/project-document.ts";
import { type DirectoryQuery, pageSize } from "../../contract/directory.ts";
import { type Peer, sendJson, type Work } from "./peer.ts";
import { ask, startProgram } from "../programs.ts";

/** Meilisearch with the same documents, facets and orders, set up by its own guide. */
export async function startMeilisearch(
  program: string,
  folder: string,
  { people, lists, searches }: Work,
): Promise<Peer> {
  const server = await startProgram(
    program,
    (port) => [
      ...["--http-addr", `127.0.0.1:${port}`, "--db-path", `${folder}/data`, "--no-analytics"],
      ...["--dump-dir", `${folder}/dumps`, "--snapshot-dir", `${folder}/snapshots`],
    ],
    "/health",
  );
  const { origin } = server;
  const change = async (method: string, path: string, body: unknown) => {
    const { taskUid } = await ask<{ readonly taskUid: number }>(origin, method, path, { body });
    for (;;) {
      const task = await ask<{ readonly status: string }>(origin, "GET", `/tasks/${taskUid}`);
      if (task.status === "succeeded") return;
      if (task.status === "failed") throw new Error(`${path} failed`);
      await setTimeout(100);
    }
  };
  await change("POST", "/indexes", { uid: "people", primaryKey: "memberId" });
  await change("PATCH", "/indexes/people/settings", {
    searchableAttributes: [
      ...["lastName", "firstName", "jobTitle", "company", "location", "armyBranch", "mos", "rank"],
      ...["industry", "dutyStatus", "helpTopics", "expertise", "previousPositions", "armySchools"],
      "bio",
    ],
    filterableAttributes: facetGroups,
    sortableAttributes: ["nameSort", "updatedAtMs"],
    pagination: { maxTotalHits: 1e6 },
  });
  await change("POST", "/indexes/people/documents", people.map(documentWithFacets));
  const shotOf = (query: DirectoryQuery) =>
    sendJson("POST", "/indexes/people/search", searchOf(query));
  const lacks = "no viewers, no sessions; counts under all filters, not all others";
  return {
    ...server,
    name: "Meilisearch",
    shots: {
      "list with filters": lists.map(shotOf),
      "search with filters": searches.map(shotOf),
    },
    totalIn: (answer) => JSON.parse(answer).totalHits,
    lacks: {
      "list with filters": lacks,
      "search with filters": `${lacks}; no Army words, no reasons; finds typos of its own`,
    },
  };
}

function documentWithFacets(person: ProfileDocument) {
  const values = Object.fromEntries(
    facetGroups.map((group) => [group, facetValues(person, group)]),
  );
  return { ...person, ...values, nameSort: `${person.lastName} ${person.firstName}`.toLowerCase() };
}

function searchOf(query: DirectoryQuery) {
  const sorts = { name: ["nameSort:asc"], recent: ["updatedAtMs:desc"], relevance: [] };
  return {
    q: query.search,
    filter: facetGroups.filter((group) => query[group].length > 0)
      .map((group) => query[group].map((value) => `${group} = ${JSON.stringify(value)}`)),
    facets: facetGroups,
    sort: sorts[query.sort],
    page: query.page,
    hitsPerPage: pageSize,
    matchingStrategy: "all",
  };
}
