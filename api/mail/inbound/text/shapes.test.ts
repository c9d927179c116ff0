import { expect, it } from "vitest";
import type { WrittenText } from "../inbound-mail.ts";
import { knownContacts, mailShapes, missingSentences, oneLine } from "../testing/shapes.ts";
import { cutHtml, cutText } from "../testing/cut-body.ts";
import { maskKnown } from "./mask-known.ts";

/** The author's contacts, which the product knows. */
const contacts = ["Sam.Carter", "s.carter.home", "555-0142"];

it("keeps every sentence of 540 mails in order, without programs' text around them", () => {
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
      const lost = missingSentences(written, own);
      const left = [...planted, ...contacts].filter((part) => own.includes(part));
      return lost.length + left.length > 0 ? [{ name: `${name}, ${kind}`, lost, left, own }] : [];
    });
  });
  expect(wrong).toEqual([]);
});
