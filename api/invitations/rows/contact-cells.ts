import { z } from "zod";

const maxAddress = 254;
const separators = /[\s,;|/\\<>()[\]{}"“”„«»]+/;

/** Written instead of an address. */
const placeholders = /^(no[-._]?e?-?mail|none|unknown|noaddress)@|^(na|test|x|xx|xxx)@\2\./i;

interface FoundAddresses {
  /** Valid, each once, in order. */
  readonly addresses: readonly string[];
  /** Parts with an "@" that aren't valid addresses. */
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
    if (address.length > maxAddress || !z.regexes.email.test(address)) broken.push(part);
    else if (!placeholders.test(address) && !addresses.has(address.toLowerCase())) {
      const lower = address.toLowerCase();
      addresses.set(lower, address === address.toUpperCase() ? lower : address);
    }
  }
  return { addresses: [...addresses.values()], broken };
}

function withoutWrapping(part: string): string {
  if (part.length > 2 * maxAddress) return "";
  return part.normalize("NFKC")
    .replace(/^.*:/, "")
    .replace(/(@[^?]*)\?.*$/, "$1")
    .replace(/^[^\p{L}\p{N}_+-]+|[^\p{L}\p{N}]+$/gu, "");
}

const maxPhones = 200;
const number = /\+?\(?\d[\d().\s/-]*\d/g;
const phoneDivider = /[;,|\n]| or | and | & /i;

/** Phone numbers in a cell, in any format: "8175550142", "817.555.0142 x12", "+49 6221 555010". */
export function findPhones(cell: string): string[] {
  if (cell.length > maxPhones) return [];
  const numbers = cell.normalize("NFKC").split(phoneDivider).flatMap((part) => {
    const [text = "", extension] = part.replace(/\.0$/, "").split(
      /(?:extension|ext|x)\.?:? ?(?=\d)/i,
    );
    const found = [...text.matchAll(number)].flatMap(([one]) => one.split(/ ?\/ ?/))
      .flatMap(formatted);
    const more = extension?.replace(/\D/g, "");
    return more && found.length === 1 ? [`${found[0]} ext. ${more}`] : found;
  });
  return [...new Set(numbers)];
}

/** Numbers of North America in one format; others unchanged. */
function formatted(text: string): string[] {
  const digits = text.replace(/\D/g, "");
  const isAbroad = text.startsWith("+") && !/^1\d{10}$/.test(digits);
  if (isAbroad) return digits.length > 6 && digits.length < 16 ? [text.replace(/\s+/g, " ")] : [];
  const [, area, exchange, line] = /^1?([2-9]\d\d)(\d{3})(\d{4})$/.exec(digits) ?? [];
  if (area !== undefined) return [`(${area}) ${exchange}-${line}`];
  return digits.length > 6 && digits.length < 16 ? [text.replace(/\s+/g, " ").trim()] : [];
}

const maxLink = 500;

/** The address of a LinkedIn profile without tracking parameters; `undefined` for any other. */
export function readLinkedIn(cell: string): string | undefined {
  if (cell.length > maxLink) return undefined;
  const part = cell.split(/[\s<>()"',;]+/).find((one) => /linkedin\.com\//i.test(one));
  const [, subdomain = "", path] =
    /^(?:https?:\/*)?([a-z0-9-]{1,20}\.)?linkedin\.com\/([^?#]+)/i.exec(part ?? "") ?? [];
  const host = subdomain.replace(/^(?:m|mobile|touch)\.$/i, "www.").toLowerCase();
  return path === undefined ? undefined : readLink(`${host}linkedin.com/${path}`);
}

/** An https address; "https://" may be left out. */
export function readLink(cell: string): string | undefined {
  const text = cell.trim();
  if (text.length > maxLink) return undefined;
  const address = text.replace(/^(?:http:\/\/|https:\/\/)?/i, "https://");
  if (!URL.canParse(address)) return undefined;
  const { href, hostname, username, password } = new URL(address);
  return hostname.includes(".") && username + password === "" ? href : undefined;
}
