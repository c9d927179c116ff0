import { describe, expect, it } from "vitest";
import { wholeMails } from "../testing/whole-mails.ts";
import { readMail } from "./read-mail.ts";

const oneLine = (text: string) => text.replace(/\s+/g, " ");
const mails = wholeMails();

/** Sentences that are not there after the one before them. */
function lostOf(written: readonly string[], text: string): readonly string[] {
  let from = 0;
  return written.filter((sentence) => {
    const at = text.indexOf(oneLine(sentence), from);
    if (at >= 0) from = at;
    return at < 0;
  });
}

describe("what is read of whole mails", () => {
  it("tells nothing that was planted around the text, and loses no sentence", () => {
    const wrong = mails.flatMap((mail): object[] => {
      const { name, source, written, planted, attachments } = mail;
      const { content } = readMail({ source });
      if (content.is !== "letter") return [{ name, content }];
      const own = oneLine(content.text);
      const lost = lostOf(written, own);
      const leaked = planted.filter((text) => own.includes(text));
      const isRight = lost.length + leaked.length === 0 && content.attachments === attachments;
      return isRight ? [] : [{ name, lost, leaked, attachments: content.attachments }];
    });
    expect(wrong).toEqual([]);
  });

  it("was looked for in 300 mails with 60 planted strings each", () => {
    expect(mails.length).toBeGreaterThanOrEqual(300);
    expect(Math.min(...mails.map(({ planted }) => new Set(planted).size))).toBeGreaterThanOrEqual(
      60,
    );
  });
});
