import { expect, it } from "vitest";
import type { WrittenText } from "../arriving-mail.ts";
import { mailShapes } from "../testing/shapes.ts";
import { cutHtml, cutText } from "../testing/cut-body.ts";

const oneLine = (text: string) => text.replace(/\s+/g, " ");

it("keeps every sentence of 300 mails in order, and nothing that programs put around them", () => {
  const shapes = mailShapes();
  expect(shapes.length).toBe(580);
  const wrong = shapes.flatMap(({ name, text, html, isFlowed, written, planted }) => {
    const results: [string, WrittenText][] = [
      ...(text === undefined
        ? []
        : [["text", cutText(text, { isFlowed })] as [string, WrittenText]]),
      ...(html === undefined ? [] : [["html", cutHtml(html)] as [string, WrittenText]]),
    ];
    return results.flatMap(([kind, result]) => {
      const own = oneLine(result.text);
      let from = 0;
      const lost = written.filter((sentence) => {
        const at = own.indexOf(sentence, from);
        if (at >= 0) from = at + sentence.length;
        return at < 0;
      });
      const left = planted.filter((part) => own.includes(part));
      return lost.length + left.length > 0 ? [{ name: `${name}, ${kind}`, lost, left, own }] : [];
    });
  });
  expect(wrong).toEqual([]);
});
