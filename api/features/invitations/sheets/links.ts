/** Addresses behind a cell's text: a link, or a HYPERLINK formula. */

const mailAddress = /^\s*mailto:\s*([^?]+)/i;
/** Texts that only announce a link. */
const label =
  /^(?:(?:e-?)?mail(?: me| address)?|send\b.*|write\b.*|click\b.*|contact(?: me)?|link|here|[^\p{L}]*)$/iu;

/** "Pat Doe <pat@example.com>"; the text alone if it has an address, or the link leads elsewhere. */
export function withLink(text: string, target: string): string {
  if (text.includes("@")) return text;
  const written = mailAddress.exec(target)?.[1];
  if (!written?.includes("@") && !written?.includes("%40")) return text;
  const address = decoded(written).trim().replaceAll(/\s*,\s*/g, "; ");
  const plain = text.trim();
  return label.test(plain) ? address : `${plain} <${address}>`;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const quoted = '"((?:[^"]|"")*)"';
const formula = new RegExp(
  `^=?\\s*\\+?(?:_xlfn\\.)?HYPERLINK\\(\\s*${quoted}\\s*(?:[,;]\\s*${quoted}\\s*)?\\)\\s*$`,
  "i",
);

/** Target and text of a HYPERLINK formula that is written out; `undefined` for any other formula. */
export function linkIn(
  text: string,
): { readonly target: string; readonly text: string } | undefined {
  const [, target, shown] = formula.exec(text) ?? [];
  if (target === undefined) return undefined;
  const plain = (part: string) => part.replaceAll('""', '"');
  return { target: plain(target), text: plain(shown ?? "") };
}
