import fc from "fast-check";
import { it } from "vitest";
import { filePart, mailOf, multipart, type SourcePart, textPart } from "../testing/mail-source.ts";
import { readMail } from "./read-mail.ts";

/** A part, and what is to be read of it. */
interface Expected {
  readonly part: SourcePart;
  readonly words: readonly string[];
  readonly files: number;
}

const encoding = fc.constantFrom("8bit" as const, "base64" as const, "quoted-printable" as const);
// None of them begins a quote or a signature, which are for others to test.
const word = fc.string({ unit: fc.constantFrom(..."aZ09=._é中😀ß"), minLength: 1, maxLength: 90 })
  .map((text) => `w${text}`);

const text = fc.record({
  words: fc.array(word, { minLength: 1, maxLength: 12 }),
  separator: fc.constantFrom(" ", "\n", "\r\n\r\n"),
  charset: fc.constantFrom("utf-8", "utf-16le"),
  encoding,
}).map(({ words, separator, charset, encoding }): Expected => {
  const isBinary = charset === "utf-16le" && encoding === "8bit";
  const options = { charset: isBinary ? "utf-8" : charset, encoding };
  return { words, files: 0, part: textPart(words.join(separator), options) };
});

const file = fc.record({ bytes: fc.uint8Array({ maxLength: 300 }), encoding }).map((
  { bytes, encoding },
): Expected => ({
  words: [],
  files: 1,
  part: filePart("application/x-any", "a.bin", bytes, { encoding }),
}));

/** Parts in parts. A boundary that begins as another one is not taken for it. */
const { tree } = fc.letrec<{ tree: Expected }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 4 },
    { arbitrary: text, weight: 3 },
    { arbitrary: file, weight: 1 },
    {
      weight: 3,
      arbitrary: fc.record({
        parts: fc.array(tie("tree"), { minLength: 1, maxLength: 4 }),
        subtype: fc.constantFrom("mixed", "related", "x-any"),
        boundary: fc.integer({ min: 0, max: 1e9 }).map((number) => "b".repeat(3) + number),
      }).map(({ parts, subtype, boundary }): Expected => ({
        words: parts.flatMap(({ words }) => words),
        files: parts.reduce((sum, { files }) => sum + files, 0),
        part: multipart(subtype, parts.map(({ part }) => part), { boundary }),
      })),
    },
  ),
}));

it("reads every word of every text, in order, and counts every file", () => {
  fc.assert(
    fc.property(tree, ({ part, words, files }) => {
      const { content } = readMail({ source: mailOf(part) });
      if (words.length === 0) return content.is === "refused" && content.reason === "empty";
      return content.is === "letter" && content.attachments === files &&
        content.text.split(/\s+/).join(" ") === words.join(" ");
    }),
    { numRuns: 500 },
  );
});
