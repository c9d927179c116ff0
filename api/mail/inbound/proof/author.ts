import { domainToASCII } from "node:url";
import { type HeaderField, type Token, tokenize, valueOf } from "./header-fields.ts";

/**
 * The address in the `From` header, in lower case, its domain in ASCII.
 *
 * @returns `undefined` unless there is one `From` header with one address that every program reads
 * alike: no group, no route, no quoted local part.
 */
export function authorOf(fields: readonly HeaderField[]): string | undefined {
  const [from, ...others] = fields.filter(({ name }) => name === "from");
  if (from === undefined || others.length > 0) return undefined;
  const tokens = tokenize(Buffer.from(valueOf(from), "latin1").toString(), "<>,;:");
  return tokens && addressIn(tokens);
}

function addressIn(tokens: readonly Token[]): string | undefined {
  const signs = tokens.flatMap(({ is, text }) => is === "sign" ? [text] : []).join("");
  const isInBrackets = signs === "<>" && tokens.at(-1)?.text === ">";
  if (signs !== "" && !isInBrackets) return undefined;
  const [address, ...others] = isInBrackets
    ? tokens.slice(tokens.findIndex(({ is }) => is === "sign") + 1, -1)
    : tokens;
  if (address?.is !== "word" || others.length > 0) return undefined;
  const [, local, domain = ""] = /^([^@()[\]\\\ufffd]+)@([^@]+)$/.exec(address.text) ?? [];
  const ascii = asciiDomain(domain);
  return local === undefined || ascii === undefined ? undefined : `${local.toLowerCase()}@${ascii}`;
}

/** A domain as in DNS, in lower case; `undefined` if it isn't one, such as an IP address. */
export function asciiDomain(domain: string): string | undefined {
  const ascii = domainToASCII(domain);
  return ascii.length <= 253 && domainName.test(ascii) ? ascii : undefined;
}

const domainName = /^(?:[a-z0-9_][a-z0-9_-]{0,62}\.)*[a-z][a-z0-9-]{0,62}$/;
