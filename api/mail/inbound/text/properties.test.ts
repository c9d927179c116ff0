import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cutHtml, cutText } from "../testing/cut-body.ts";
import { replyMarker } from "./reply-marker.ts";

const word = fc.stringMatching(/^[a-z]{1,8}$/);
/** Lines that the rules look for, and other words. */
const line = fc.oneof(
  fc.array(word, { maxLength: 8 }).map((words) => words.join(" ")),
  fc.tuple(fc.constantFrom("> ", ">> ", "- ", "From: ", "To: ", "Date: ", "Subject: "), word).map((
    parts,
  ) => parts.join("")),
  fc.constantFrom(
    replyMarker,
    ..."|-- |--|_____|//SIGNED//|Sent from my iPhone|-----Original Message-----".split("|"),
    "On Jan 5, 2026 at 1:07 PM Sam <sam@example.com> wrote:",
    "From: sam@example.com",
    "Sent: 5 Jan 13:07",
  ),
);
const lines = fc.array(line, { maxLength: 30 });
const wordsOf = (body: string) => body.split(/\s+/).filter((part) => part !== "").sort();

describe("any text", () => {
  it("loses no word: each is kept or cut", () => {
    fc.assert(
      fc.property(lines, fc.boolean(), (all, isFlowed) => {
        const body = all.join(isFlowed ? "\r\n" : "\n");
        const { text, cut } = cutText(body, { isFlowed });
        const shown = text.replaceAll("[address left out]", "");
        const everything = wordsOf([shown, ...cut.map((part) => part.text)].join("\n"));
        expect(everything).toEqual(wordsOf(body));
      }),
      { numRuns: 500 },
    );
  });

  it("keeps all its lines in order if it has no mark", () => {
    const plain = fc.string({ unit: "grapheme", maxLength: 60 })
      .filter((part) => !/[>\-_=*]{2}|^\s?>|[:：]|signed|sent|gesendet|我|から|보냄/i.test(part))
      .map((part) => part.replace(/[\p{C}\s]+/gu, " ").trim());
    fc.assert(fc.property(fc.array(plain, { maxLength: 20 }), (all) => {
      const { text, cut } = cutText(all.join("\n"));
      expect(cut).toEqual([]);
      expect(text.split("\n").filter((part) => part !== "")).toEqual(
        all.filter((part) => part !== ""),
      );
    }));
  });

  it("keeps no line that starts like a quote", () => {
    fc.assert(fc.property(lines, (all) => {
      expect(cutText(all.join("\n")).text).not.toMatch(/^>/m);
    }));
  });

  it("keeps nothing below our marker, if it isn't quoted", () => {
    fc.assert(fc.property(lines, lines, (above, below) => {
      const secret = below.map((part) => part.replace(/[a-z]+/g, "$&ZQ")).join("\n");
      expect(cutText([...above, replyMarker, secret].join("\n")).text).not.toContain("ZQ");
    }));
  });
});

describe("any HTML", () => {
  const piece = fc.oneof(
    word,
    fc.constantFrom(
      ..."<p>|</p>|<div>|</div>|<b>|</b>|<br>|<hr>|<li>|<td>|</table>|<pre>|>|</|<!x>|<!--|-->"
        .split("|"),
      ..."<blockquote>|<blockquote type=cite>|</blockquote>|<style>|</style>|&#0;|\"|'| |\n".split(
        "|",
      ),
      ...`<div class="gmail_attr">|<span style='x|<div id="Signature">`.split("|"),
    ),
  );

  it("keeps no tag or comment", () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (all) => {
        const { text, cut } = cutHtml(all.join(""));
        const everything = [text, ...cut.map((part) => part.text)].join("\n");
        expect(everything).not.toMatch(/<\/?(?:p|div|b|blockquote|span|style)\b|<!--/);
      }),
      { numRuns: 500 },
    );
  });

  it("keeps all its words if its elements are closed", () => {
    const tree = fc.letrec((tie) => ({
      node: fc.oneof(
        { maxDepth: 5 },
        word,
        fc.tuple(
          fc.constantFrom("div", "p", "b", "span", "blockquote", "li", "td", "pre", "font"),
          fc.array(tie("node"), { maxLength: 4 }),
        ).map(([name, inside]) => `<${name}> ${inside.join(" ")} </${name}>`),
      ),
    })).node as fc.Arbitrary<string>;
    fc.assert(fc.property(tree, (html) => {
      expect(wordsOf(cutHtml(html).text).filter((part) => part !== "-")).toEqual(
        wordsOf(html.replace(/<[^>]*>/g, "")),
      );
    }));
  });
});
