import { type EntryField, maxLengthOf } from "../../../../events/members/profile-fields.ts";

export function isNothing(cell: string): boolean {
  // "Na Li" is a name.
  return cell.length < 30 && cell.trim() !== "Na" && nothing.test(cell.trim());
}

const nothing =
  /^(?:|[-–—.,?*_/x()]+|#?\(?n\.?[/\\]?a\.?\)?|\(?(?:none|null|nil|unknown|unk|blank|no|not (?:available|applicable|provided|given|known|sure|on file)|no (?:answer|e-?mail|phone|data|record|response)|nothing|don['’]?t know|prefer not to say)\)?[.!?]*)$/i;

/** Whether a last name beside this first name is missing. "Null" and "Na" are names, "NULL" and "n/a" rarely. */
export function isNoLastName(cell: string, firstName: string): boolean {
  const text = cell.trim();
  if (!isNothing(text)) return false;
  const first = firstName.trim();
  const isName = /^(?:none|null|nil|no|blank|na|x)$/i.test(text) && !isNothing(first);
  const isSameCase = text === text.toUpperCase()
    ? first === first.toUpperCase()
    : text !== text.toLowerCase() || first === first.toLowerCase();
  return !isName || !isSameCase;
}

export function isPlaceholder(cell: string): boolean {
  return cell.length < 30 &&
    /^\(?(?:tb[da]|to be (?:determined|announced|decided)|pending|(?:un|not yet )decided)\)?[.!?]*$/i
      .test(cell.trim());
}

const maxEntries = 50;

/** Entries separated by lines, bars or semicolons; by commas, too, except for positions. */
export function entriesOf(name: EntryField | "helpTopics", cell: string): string[] {
  const divider = /[|;\n\r]/.test(cell) || name === "previousPositions" ? /[|;\r\n•]/ : /[,•]/;
  const all = cell.split(divider).map((text) => text.replace(/^\s*-\s+/, "").trim());
  return [...new Set(all.filter((text) => !isNothing(text)))];
}

/** Splits entries into valid ones and others. */
export function fitting(name: EntryField | "helpTopics", entries: readonly string[]) {
  const fits = (text: string, at: number) => at < maxEntries && text.length <= maxLengthOf(name);
  return {
    taken: entries.filter(fits),
    left: entries.filter((text, at) => !fits(text, at)),
  };
}
