import { describe, expect, it } from "vitest";
import { missingSentences, oneLine } from "../testing/shapes.ts";
import { wholeMails } from "../testing/whole-mails.ts";
import { readMail } from "./read-mail.ts";

const mails = wholeMails();

describe("the text read from whole mails", () => {
  it("contains no planted string, and loses no sentence", async () => {
    const wrong: object[] = [];
    for (const mail of mails) {
      const { name, source, written, planted, attachments } = mail;
      const { content } = await readMail({ source });
      if (content.is !== "letter") {
        wrong.push({ name, content });
        continue;
      }
      const own = oneLine(content.text);
      const lost = missingSentences(written, own);
      const leaked = planted.filter((text) => own.includes(text));
      const isRight = lost.length + leaked.length === 0 && content.attachments === attachments;
      if (!isRight) wrong.push({ name, lost, leaked, attachments: content.attachments });
    }
    expect(wrong).toEqual([]);
  });

  it("is tested on 300 mails with 60 planted strings each", () => {
    expect(mails.length).toBeGreaterThanOrEqual(300);
    expect(Math.min(...mails.map(({ planted }) => new Set(planted).size))).toBeGreaterThanOrEqual(
      60,
    );
  });
});
