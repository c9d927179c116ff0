/**
 * What the profile form says beside the labels of its fields. Runs in browsers, too.
 *
 * @module
 */
const quotedCharacters = 80;

/**
 * Beside a field that was changed here and elsewhere.
 *
 * @param what Names the field, where nothing else does.
 */
export function changedElsewhere(stored: unknown, what = "This"): string {
  const text = Array.isArray(stored) ? stored.join(", ") : String(stored);
  const shown = text.length > quotedCharacters ? `${text.slice(0, quotedCharacters)}…` : text;
  const now = text === "" ? "emptied" : `changed to “${shown}”`;
  return `${what} was ${now} elsewhere meanwhile. Save again to have it as it stands here`;
}

/** The element that a message about a field leads to. */
export function fieldId(name: string): string {
  return `profile-${name}`;
}
