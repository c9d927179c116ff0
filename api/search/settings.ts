/** Variables for search: embedded, or Meilisearch with the embedded engine as fallback. */
import { z } from "zod";
import { isSecret, parsedBy, webAddress, wholeNumber } from "../config/env-values.ts";
import { readSynonyms } from "../../search/synonym-lines.ts";
import type { SynonymTable } from "../../search/synonyms.ts";
import type { MeilisearchSettings } from "../../search/meilisearch/server.ts";

export const searchVariables = {
  SEARCH: z.enum(["embedded", "meilisearch"], "must be embedded or meilisearch")
    .default("embedded"),
  SYNONYMS_FILE: z.string().optional(),
  MEILI_URL: parsedBy((text) => {
    const url = webAddress(text);
    return url && url.username + url.password + url.search + url.hash === ""
      ? `${url.origin}${url.pathname.replace(/\/+$/, "")}`
      : undefined;
  }, "must be an address such as http://meilisearch:7700, without a key").optional(),
  MEILI_KEY: z.string().regex(/^[!-~]+$/, "must be a key of the server, in one line").optional()
    .meta(isSecret),
  MEILI_INDEX: z.string().regex(
    /^[A-Za-z0-9_-]{1,100}$/,
    "must be at most 100 letters, digits, hyphens and underscores",
  ).default("alumni-connect-"),
  MEILI_TIMEOUT_MS: wholeNumber(1, 60_000, "of milliseconds").prefault("300"),
} as const;

/** The operator's synonyms; empty without a file. `problems` gets a line if it is invalid. */
export function addedSynonyms(
  { SYNONYMS_FILE: path }: { readonly SYNONYMS_FILE?: string | undefined },
  readFile: (path: string) => string,
  problems: string[],
): SynonymTable {
  if (path === undefined) return {};
  const wrong: string[] = [];
  let table: SynonymTable = {};
  try {
    table = readSynonyms(readFile(path), wrong);
  } catch {
    wrong.push("can't be read");
  }
  problems.push(...wrong.slice(0, 1).map((what) => `SYNONYMS_FILE: ${path}: ${what}`));
  return table;
}

const variables = z.object(searchVariables);
type SearchVariables = z.infer<typeof variables>;

export function meilisearchSettings(set: SearchVariables): MeilisearchSettings | undefined {
  const { MEILI_URL: url, MEILI_KEY: key } = set;
  if (set.SEARCH === "embedded" || url === undefined || key === undefined) return undefined;
  return { url, key, prefix: set.MEILI_INDEX, timeoutMs: set.MEILI_TIMEOUT_MS };
}

export function searchProblems(set: SearchVariables): string[] {
  if (set.SEARCH === "embedded") return [];
  return (["MEILI_URL", "MEILI_KEY"] as const)
    .filter((name) => set[name] === undefined)
    .map((name) => `${name}: must be set, since SEARCH is meilisearch`);
}
