import { asciiDomain } from "./author.ts";
import { type HeaderField, type Token, tokenize, valueOf } from "./header-fields.ts";

export type Stamp = "pass" | "fail" | "unknown";

/** Staff's name for servers that write no name, such as Exchange. */
const anyServer = "first";

/**
 * DMARC result of the topmost `Authentication-Results` header (RFC 8601). Lower ones may be the
 * sender's own and are never read. Comments and reasons aren't results.
 *
 * @param trusted Name of the server that adds it, or `first`.
 * @param domain The author's, in ASCII. A pass for another domain is unknown.
 */
export function readStamp(
  fields: readonly HeaderField[],
  trusted: string,
  domain: string,
): Stamp {
  const [server, ...results] = topmostResults(fields) ?? [];
  if (server === undefined) return "unknown";
  if (trusted.toLowerCase() === anyServer) results.push(server);
  else if (!isNamed(server, trusted)) return "unknown";
  const found = results.filter(([method, equals]) =>
    /^dmarc(?:\/.*)?$/i.test(method?.text ?? "") && isSign(equals, "=")
  );
  if (found.some((result) => result[2]?.text.toLowerCase() === "fail")) return "fail";
  return found.length > 0 && found.every((result) => isPass(result, domain)) ? "pass" : "unknown";
}

/** Parts between semicolons: the server's name, if it has one, and its results. */
function topmostResults(fields: readonly HeaderField[]): Token[][] | undefined {
  const topmost = fields.find(({ name }) => name === "authentication-results");
  const tokens = topmost && tokenize(valueOf(topmost), ";=");
  if (tokens === undefined) return undefined;
  const parts: Token[][] = [[]];
  for (const token of tokens) {
    if (isSign(token, ";")) parts.push([]);
    else parts.at(-1)?.push(token);
  }
  return parts;
}

const isSign = (token: Token | undefined, text: string) =>
  token?.is === "sign" && token.text === text;

/** Its name, and maybe the header's version, which is 1. */
function isNamed([name, version]: readonly Token[], trusted: string): boolean {
  return name?.text.toLowerCase() === trusted.toLowerCase() &&
    (version === undefined || version.text === "1");
}

/** Whether a result is `dmarc=pass` with this domain as `header.from`. */
function isPass(result: readonly Token[], domain: string): boolean {
  const domains: (string | undefined)[] = [];
  for (let at = 0; at < result.length; at += 3) {
    const [name, equals, value] = result.slice(at, at + 3);
    if (name?.is !== "word" || !isSign(equals, "=") || value === undefined || value.is === "sign") {
      return false;
    }
    if (at === 0 && (value.is !== "word" || value.text.toLowerCase() !== "pass")) return false;
    if (name.text.toLowerCase() === "header.from") domains.push(asciiDomain(value.text));
  }
  return domains.length > 0 && domains.every((each) => each === domain);
}
