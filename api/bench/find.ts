import { atMost, type Line, percentile } from "../../events/bench/line.ts";
import { roles } from "../../events/vocabulary.ts";
import { createEmbeddedSearch } from "../../search/embedded/embedded.ts";
import { byGroup, type FacetGroup, facetGroups, facetValues } from "../../search/facets.ts";
import { type ProfileQuery, sorts } from "../../search/profile-search.ts";
import type { ProfileDocument } from "../../search/project-document.ts";
import { createRandom, type Random } from "../../events/testing/random.ts";
import { profile as profileDocument } from "../../search/testing/member-profiles.ts";
import { words } from "../../search/text.ts";
import { makeUpPeople } from "../cli/demo/made-up-people.ts";

const profiles = 10_000;
/** Warm-up, because a running service has compiled its hot code. */
const warmUps = 3000;
const measured = 1000;

/** Measures a search with 24 hits, exact total and all counts, beside a plain scan without typo tolerance or order. */
export async function measureFind(): Promise<Line[]> {
  const people = makeUpPeople({ profiles, seed: 1, year: 2026 });
  const documents = people.flatMap(({ profile, ...person }, at) => {
    const memberId = `${String(at * 7919 % 1e8).padStart(8, "0")}-0000-4000-8000-000000000000`;
    const updatedAtMs = Date.UTC(2026, 0, 1) + at * 7919 % 1e8;
    const fields = { ...profile, ...person, updatedAtMs, takesRequests: at % 3 > 0 };
    return profile ? [profileDocument(memberId, fields)] : [];
  });
  const random = createRandom(1);
  const queries = Array.from({ length: warmUps + measured }, () => makeQuery(random, documents));
  const embedded = createEmbeddedSearch();
  await embedded.put(documents);
  const ours = await timesOf(queries, (query) => embedded.find(query));
  const scanned = documents.map((document) => ({ document, text: textOf(document) }));
  const peer = await timesOf(queries.slice(-measured), (query) => scan(scanned, query));
  const figureOf = (times: readonly number[]) =>
    [50, 99].map((p) => `p${p} ${percentile(times, p / 100).toFixed(2)} ms`).join(", ");
  const ratio = percentile(ours, 0.5) / percentile(peer, 0.5);
  return [
    atMost(1, "find among 10,000 profiles", figureOf(ours), percentile(ours, 0.99)),
    atMost(0.1, "the same beside a plain scan, p50", figureOf(peer), ratio),
  ];
}

/** Milliseconds of each search after the warm-up. */
async function timesOf(queries: readonly ProfileQuery[], find: (query: ProfileQuery) => unknown) {
  const times: number[] = [];
  for (const query of queries) {
    const startedAt = performance.now();
    await find(query);
    times.push(performance.now() - startedAt);
  }
  return times.slice(-measured);
}

const textOf = (document: ProfileDocument) =>
  ` ${Object.values(document).flat().filter((value) => typeof value === "string").join(" ")}`
    .toLowerCase();

/** Finds profiles by prefixes of words, and counts each choice. */
function scan(
  all: readonly { readonly document: ProfileDocument; readonly text: string }[],
  { text, filters, role, offset, limit }: ProfileQuery,
) {
  const beginnings = words(text).map((word) => ` ${word}`);
  const matching = all.filter((one) =>
    (role === undefined || one.document.role === role) &&
    beginnings.every((beginning) => one.text.includes(beginning))
  );
  const passing = (but?: FacetGroup) =>
    matching.filter(({ document }) =>
      facetGroups.every((group) =>
        group === but || filters[group].length === 0 ||
        facetValues(document, group).some((value) => filters[group].includes(value))
      )
    );
  const counts = byGroup((group) =>
    Map.groupBy(passing(group).flatMap(({ document }) => facetValues(document, group)), String)
  );
  return { hits: passing().slice(offset, offset + limit), counts };
}

const asked = ("captain,texas,resume,lawyer,helicopter,pilot,reserve,intel,executive officer,xo," +
  "air assault,green to gold,getting out of the army,MI,ft hood,cybr,infantyr").split(",");

/** A realistic query with words of some documents, so that nearly every query finds something. */
function makeQuery(random: Random, documents: readonly ProfileDocument[]): ProfileQuery {
  const { firstName, lastName, company, location, bio, ...one } = random.pick(documents);
  const fields = [firstName, lastName, company, location, bio, one.armyBranch, ...one.helpTopics];
  const word = () => random.pick(words(random.pick(fields) ?? lastName)) ?? "army";
  const texts = [
    "",
    word().slice(0, 1 + random.int(6)),
    word(),
    // Drops a letter.
    word().replace(/^(..).(?=..)/, "$1"),
    `${word()} ${word()}`,
    `who is ${word()} ${random.pick(["in", "or", "not"])} ${random.pick(asked)}`,
  ];
  const filtered = random.chance(0.5) ? [] : random.some(facetGroups, 1, 4);
  return {
    text: random.pick(texts),
    filters: byGroup((group) =>
      filtered.includes(group) ? facetValues(random.pick(documents), group).slice(0, 2) : []
    ),
    role: random.chance(0.5) ? random.pick(roles) : undefined,
    sort: random.pick([...sorts, "relevance"]),
    offset: random.chance(0.9) ? 0 : 24 * random.int(5),
    limit: 24,
  };
}
