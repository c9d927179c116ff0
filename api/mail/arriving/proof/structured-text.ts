/** A piece of a structured header: a word, a quoted string without its quotes, or one of the signs asked for. */
export interface Token {
  readonly is: "word" | "quoted" | "sign";
  readonly text: string;
}

/**
 * Reads a structured header (RFC 5322) without its comments; `undefined` when a comment or a quoted string has no end.
 *
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
