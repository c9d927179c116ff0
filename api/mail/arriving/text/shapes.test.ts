import { expect, it } from "vitest";
import type { WrittenText } from "../arriving-mail.ts";
import { knownContacts, mailShapes } from "../testing/shapes.ts";
import { cutHtml, cutText } from "../testing/cut-body.ts";
import { maskKnown } from "./mask-known.ts";

const oneLine = (text: string) => text.replace(/\s+/g, " ");

/** Of the author, who is known to have them. */
const contacts = ["Sam.Carter", "s.carter.home", "555-0142"];

it("keeps every sentence of 540 mails in order, and nothing that programs put around them", () => {
  const shapes = mailShapes();
  expect(shapes.length).toBe(540);
  const wrong = shapes.flatMap(({ name, text, html, isFlowed, written, planted }) => {
    const results: [string, WrittenText][] = [
      ...(text === undefined
        ? []
        : [["text", cutText(text, { isFlowed })] as [string, WrittenText]]),
      ...(html === undefined ? [] : [["html", cutHtml(html)] as [string, WrittenText]]),
    ];
    return results.flatMap(([kind, result]) => {
      const own = oneLine(maskKnown(result.text, knownContacts).text);
      let from = 0;
      const lost = written.filter((sentence) => {
        const at = own.indexOf(sentence, from);
        if (at >= 0) from = at + sentence.length;
        return at < 0;
      });
      const left = [...planted, ...contacts].filter((part) => own.includes(part));
      return lost.length + left.length > 0 ? [{ name: `${name}, ${kind}`, lost, left, own }] : [];
    });
  });
  expect(wrong).toEqual([]);
});
