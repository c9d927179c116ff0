import { z } from "zod";

const maxLength = 254;
const separators = /[\s,;|/\\<>()[\]{}"“”„«»]+/;

/** Written where there is no address. */
const placeholders = /^(no[-._]?e?-?mail|none|unknown|noaddress)@|^(na|test|x|xx|xxx)@\2\./i;

export interface FoundAddresses {
  /** Valid, each once, in order. */
  readonly addresses: readonly string[];
  /** Parts with an "@" that are no valid address. */
  readonly broken: readonly string[];
}

const nothing: FoundAddresses = { addresses: [], broken: [] };

/** Email addresses in a cell: also several, beside a name, or in a link. */
export function findAddresses(cell: string): FoundAddresses {
  const text = cell.replaceAll("＠", "@");
  if (!text.includes("@")) return nothing;
  const found = pick(text);
  // "pat @ example.com"
  return found.addresses.length > 0 ? found : pick(text.replace(/ ?@ ?/g, "@"));
}

function pick(text: string): FoundAddresses {
  const addresses = new Map<string, string>();
  const broken: string[] = [];
  for (const part of text.split(separators)) {
    if (!part.includes("@")) continue;
    const address = withoutWrapping(part);
    if (!isAddress(address)) broken.push(part);
    else if (!placeholders.test(address) && !addresses.has(address.toLowerCase())) {
      addresses.set(address.toLowerCase(), usualCase(address));
    }
  }
  return { addresses: [...addresses.values()], broken };
}

/** Removes "mailto:", a link's query and punctuation. */
function withoutWrapping(part: string): string {
  if (part.length > 2 * maxLength) return "";
  return part.normalize("NFKC")
    .replace(/^.*:/, "")
    .replace(/(@[^?]*)\?.*$/, "$1")
    .replace(/^[^\p{L}\p{N}_+-]+|[^\p{L}\p{N}]+$/gu, "");
}

function isAddress(text: string): boolean {
  return text.length <= maxLength && z.regexes.email.test(text);
}

/** An address in capitals becomes lower case. */
function usualCase(address: string): string {
  return address === address.toUpperCase() ? address.toLowerCase() : address;
}
