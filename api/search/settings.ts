/** Variables for search: embedded, or Meilisearch with the embedded engine as fallback. */
import { z } from "zod";
import { isSecret, parsedBy, webAddress } from "../config/env-values.ts";
import type { MeilisearchSettings } from "../../search/meilisearch/server.ts";

export const searchVariables = {
  SEARCH: z.enum(["embedded", "meilisearch"], "must be embedded or meilisearch")
    .default("embedded"),
  MEILI_URL: parsedBy((text) => {
    const url = webAddress(text);
    return url && url.username + url.password + url.search + url.hash === ""
      ? `${url.origin}${url.pathname.replace(/\/+$/, "")}`
      : undefined;
  }, "must be an address such as http://meilisearch:7700, without a key").optional(),
  MEILI_KEY: z.string().regex(/^[!-~]+$/, "must be a key of the server, in one line").optional()
    .meta(isSecret),
} as const;

/** Prefix of its index names. */
const indexPrefix = "alumni-connect-";
/** The embedded engine answers if Meilisearch takes longer. */
const timeoutMs = 300;

const variables = z.object(searchVariables);
type SearchVariables = z.infer<typeof variables>;

export function meilisearchSettings(set: SearchVariables): MeilisearchSettings | undefined {
  const { MEILI_URL: url, MEILI_KEY: key } = set;
  if (set.SEARCH === "embedded" || url === undefined || key === undefined) return undefined;
  return { url, key, prefix: indexPrefix, timeoutMs };
}

export function searchProblems(set: SearchVariables): string[] {
  if (set.SEARCH === "embedded") return [];
  return (["MEILI_URL", "MEILI_KEY"] as const)
    .filter((name) => set[name] === undefined)
    .map((name) => `${name}: must be set, since SEARCH is meilisearch`);
}
