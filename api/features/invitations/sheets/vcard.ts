/** Reads contact cards (vCard 2.1, 3.0 and 4.0) as a sheet with a row for each card. */
import { Buffer } from "node:buffer";
import { decodeText } from "./decode-text.ts";
import { createGrid } from "./grid.ts";
import type { Sheet } from "./sheet.ts";

export function isVCard(text: string): boolean {
  return /^\ufeff?\s*BEGIN:VCARD\s/i.test(text.slice(0, 1_000));
}

const titles = [
  ...["Prefix", "First name", "Middle name", "Last name", "Suffix", "Full name", "Nickname"],
  ...["Email", "Email 2", "Email 3", "Mobile phone", "Phone", "Company", "Job title"],
  ...["City", "State", "Country", "LinkedIn", "Notes", "Tags", "Name note", "Date of death"],
] as const;

type CardRow = Partial<Record<typeof titles[number], string | undefined>>;

/** @throws {BadFile} When it is larger than any list of people. */
export function parseVCards(text: string): Sheet {
  const grid = createGrid();
  let [row, depth]: [number, number] = [0, 0];
  let card: Property[] = [];
  const finish = () => {
    const isGroup = card.some(({ name, value }) => name === "KIND" && /^(group|org)/i.test(value));
    if (!isGroup && card.length > 0) {
      if (row === 0) { for (const [at, title] of titles.entries()) grid.put(0, at, title); }
      const cells = rowOf(card);
      row++;
      for (const [at, title] of titles.entries()) grid.put(row, at, cells[title] ?? "");
    }
    card = [];
  };
  for (const property of propertiesIn(text)) {
    const isCard = property.value.trim().toUpperCase() === "VCARD";
    if (property.name === "BEGIN" && isCard) {
      // A card may contain an assistant's card, and may lack its end.
      if (card.at(-1)?.name === "AGENT") depth++;
      else finish();
    } else if (property.name === "END" && isCard) {
      if (depth === 0) finish();
      depth = Math.max(0, depth - 1);
    } else if (depth === 0) card.push(property);
  }
  finish();
  return grid.take("");
}

interface Property {
  readonly name: string;
  readonly types: readonly string[];
  readonly value: string;
}

const isQuotedPrintable = /^[^:]*;(?:encoding=)?quoted-printable\b/i;
const maxProperty = 100_000;

function* propertiesIn(text: string): Generator<Property> {
  let line = "";
  for (const [, next = ""] of text.matchAll(/([^\r\n]*)(?:\r\n?|\n|$)/g)) {
    const isSoftBreak = line.endsWith("=") && isQuotedPrintable.test(line);
    // Pictures are longer, and aren't read.
    const hasRoom = line.length < maxProperty;
    if (isSoftBreak) line = line.slice(0, -1) + (hasRoom ? next.replace(/^[ \t]/, "") : "");
    else if (/^[ \t]/.test(next)) line += hasRoom ? next.slice(1) : "";
    else {
      if (line !== "") yield* propertyIn(line);
      line = next;
    }
  }
  if (line !== "") yield* propertyIn(line);
}

const property = /^(?:[\w-]+\.)?([\w-]+)((?:;(?:"[^"]*"|[^":;])*)*):(.*)$/s;

function* propertyIn(line: string): Generator<Property> {
  const [, name, written = "", value = ""] = property.exec(line) ?? [];
  if (name === undefined || value.length >= maxProperty) return;
  const parameters = written.slice(1).replaceAll('"', "").toLowerCase();
  const charset = /charset=([\w-]+)/.exec(parameters)?.[1];
  const types = parameters.replaceAll("type=", "").split(/[;,]/);
  const isQuoted = types.some((type) => /^(encoding=)?quoted-printable$/.test(type));
  yield {
    name: name.toUpperCase(),
    types,
    value: isQuoted ? unquoted(value, charset) : value,
  };
}

/** RFC 2045, 6.7. */
function unquoted(text: string, charset = ""): string {
  const binary = Buffer.from(text, "utf8").toString("latin1")
    .replaceAll(/=([0-9a-f]{2})/gi, (_, hex) => String.fromCharCode(parseInt(hex, 16)));
  const bytes = Buffer.from(binary, "latin1");
  try {
    return /^(|utf-?8|us-ascii)$/.test(charset)
      ? decodeText(bytes)
      : new TextDecoder(charset).decode(bytes);
  } catch {
    return decodeText(bytes);
  }
}

function rowOf(card: readonly Property[]): CardRow {
  const all = (name: string) => card.filter((one) => one.name === name && one.value.trim() !== "");
  const first = (name: string) => all(name)[0]?.value ?? "";
  const [last, given, middle, prefix, suffix] = partsOf(first("N"));
  const isNamed = Boolean(last || given);
  const [company] = partsOf(first("ORG"));
  const [, , , city, state, , country] = partsOf(preferred(all("ADR"), /home/)[0]?.value ?? "");
  const emails = preferred(all("EMAIL"), /home|personal/)
    .map(({ value }) => unescaped(value).replace(/^mailto:/i, ""));
  const phones = preferred(all("TEL"), /cell|mobile/).filter(({ types }) => !types.includes("fax"))
    .map((one) => ({ ...one, value: unescaped(one.value).replace(/^tel:/i, "") }));
  const mobile = phones.find(({ types }) => types.includes("cell") || types.includes("mobile"));
  const links = [...all("URL"), ...all("X-SOCIALPROFILE"), ...all("SOCIALPROFILE")];
  return {
    ...isNamed && {
      "Prefix": prefix,
      "First name": given,
      "Middle name": middle,
      "Last name": last,
      "Suffix": suffix,
    },
    ...!isNamed && { "Full name": unescaped(first("FN")) },
    "Nickname": unescaped(first("NICKNAME")),
    "Email": emails[0],
    "Email 2": emails[1],
    "Email 3": emails[2],
    "Mobile phone": mobile?.value,
    "Phone": phones.find((phone) => phone !== mobile)?.value,
    "Company": company,
    "Job title": unescaped(first("TITLE") || first("ROLE")),
    "City": city,
    "State": state,
    "Country": country,
    "LinkedIn": links.find(({ value }) => /linkedin\.com/i.test(value))?.value,
    "Notes": unescaped(first("NOTE")).slice(0, maxNote),
    "Tags": unescaped(first("CATEGORIES")),
    // "Pat Doe (deceased)" is often only in the display name.
    "Name note": isNamed ? /(?:[(\[†✝]| [-–—] ).*/.exec(unescaped(first("FN")))?.[0] : "",
    "Date of death": unescaped(first("DEATHDATE")),
  };
}

const maxNote = 1_000;

/** The preferred one first, then those of the wanted type. */
function preferred(all: readonly Property[], wanted: RegExp): readonly Property[] {
  const order = ({ types }: Property) =>
    types.some((type) => /^pref(=1)?$/.test(type))
      ? 0
      : types.some((type) => wanted.test(type))
      ? 1
      : 2;
  return all.toSorted((one, other) => order(one) - order(other));
}

/** Parts of a value between semicolons. */
function partsOf(value: string): string[] {
  return value.split(/(?<!\\);/).map(unescaped);
}

function unescaped(value: string): string {
  return value.replaceAll(/\\([\\,;nN:])/g, (_, one) => /n/i.test(one) ? "\n" : one).trim();
}
