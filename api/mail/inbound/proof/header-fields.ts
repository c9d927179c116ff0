/** A mail's headers, one by one, and its body. */
export interface SplitMail {
  /** In the mail's order. */
  readonly fields: readonly HeaderField[];
  readonly body: Uint8Array;
}

export interface HeaderField {
  /** In lower case, without the spaces around it. */
  readonly name: string;
  /** Name, colon and value, one character a byte; folded lines are joined by CR LF. */
  readonly line: string;
}

const maxHeaderBytes = 64 * 1024;

/** The headers, or as many as can be read. */
export function headOf(source: Uint8Array): Uint8Array {
  const start = source.subarray(0, 4 * maxHeaderBytes);
  const end = /(?:^|\n)\r?\n/.exec(Buffer.from(start).toString("latin1"));
  return start.subarray(0, end?.index);
}

/**
 * Splits a mail with any line breaks.
 * @returns `undefined` when its headers exceed 64 KB, or programs read them differently: for some a
 * lone CR ends a line, so it could hide a `From`.
 */
export function splitMail(source: Uint8Array): SplitMail | undefined {
  const { buffer, byteOffset, length } = source;
  const size = Math.min(length, maxHeaderBytes);
  const start = Buffer.from(buffer, byteOffset, size).toString("latin1");
  const end = /(?:^|\n)\r?\n/.exec(start);
  if (end === null && length > maxHeaderBytes) return undefined;
  const head = start.slice(0, end?.index).replace(/\r$/, "");
  if (/\r(?!\n)|\0/.test(head)) return undefined;
  return {
    fields: splitFields(head),
    body: end === null ? new Uint8Array() : source.subarray(end.index + end[0].length),
  };
}

/** In order. Lines outside any field are left out. */
export function splitFields(head: string): HeaderField[] {
  const fields: { name: string; line: string }[] = [];
  for (const line of head.split(/\r?\n/)) {
    const last = fields.at(-1);
    const colon = line.indexOf(":");
    if (!/^[ \t]/.test(line)) {
      if (colon > 0) fields.push({ name: line.slice(0, colon).trim().toLowerCase(), line });
    } else if (last !== undefined) last.line += `\r\n${line}`;
  }
  return fields;
}

/** Everything after the colon, with its folds. */
export function valueOf({ line }: HeaderField): string {
  return line.slice(line.indexOf(":") + 1);
}

/** A token of a structured header: a word, the content of a quoted string, or a sign. */
export interface Token {
  readonly is: "word" | "quoted" | "sign";
  readonly text: string;
}

/**
 * Tokens of a structured header (RFC 5322); `undefined` if a comment or quoted string has no end.
 * @param signs Characters that are tokens of their own, and end words.
 */
export function tokenize(text: string, signs: string): Token[] | undefined {
  const tokens: Token[] = [];
  let depth = 0;
  let word = "";
  const endWord = () => {
    if (word !== "") tokens.push({ is: "word", text: word });
    word = "";
  };
  for (let at = 0; at < text.length; at++) {
    const sign = text.charAt(at);
    if (depth > 0) {
      if (sign === "\\") at++;
      else if (sign === "(") depth++;
      else if (sign === ")") depth--;
    } else if (sign === "(") {
      endWord();
      depth = 1;
    } else if (sign === '"') {
      endWord();
      let quoted = "";
      for (at++; at < text.length && text[at] !== '"'; at++) {
        if (text[at] === "\\") at++;
        quoted += text.charAt(at);
      }
      if (at >= text.length) return undefined;
      tokens.push({ is: "quoted", text: quoted });
    } else if (/\s/.test(sign)) {
      endWord();
    } else if (signs.includes(sign)) {
      endWord();
      tokens.push({ is: "sign", text: sign });
    } else {
      word += sign;
    }
  }
  endWord();
  return depth > 0 ? undefined : tokens;
}
