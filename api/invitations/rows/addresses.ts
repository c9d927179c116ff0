import { z } from "zod";

const maxAddress = 254;
const around = /[\s,;|/\\<>()[\]{}"“”„«»]+/;

/** Addresses that programs write where there is none. */
const placeholders = /^(no[-._]?e?-?mail|none|unknown|noaddress)@|^(na|test|x|xx|xxx)@\2\./i;

export interface FoundAddresses {
  /** Valid, each once, in order. */
  readonly addresses: readonly string[];
  /** What looks like one and isn't. */
  readonly broken: readonly string[];
}

const nothing: FoundAddresses = { addresses: [], broken: [] };

/** Email addresses in a cell, however it has them: several, with a name, as a link. */
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
  for (const part of text.split(around)) {
    if (!part.includes("@")) continue;
    const address = bare(part);
    if (!isAddress(address)) broken.push(part);
    else if (!placeholders.test(address) && !addresses.has(address.toLowerCase())) {
      addresses.set(address.toLowerCase(), cased(address));
    }
  }
  return { addresses: [...addresses.values()], broken };
}

/** Without what links and sentences put around it. */
function bare(part: string): string {
  if (part.length > 2 * maxAddress) return "";
  return part.normalize("NFKC")
    .replace(/^.*:/, "")
    .replace(/(@[^?]*)\?.*$/, "$1")
    .replace(/^[^\p{L}\p{N}_+-]+|[^\p{L}\p{N}]+$/gu, "");
}

function isAddress(text: string): boolean {
  return text.length <= maxAddress && z.regexes.email.test(text);
}

/** Shouted ones in lower case. */
function cased(address: string): string {
  return address === address.toUpperCase() ? address.toLowerCase() : address;
}
