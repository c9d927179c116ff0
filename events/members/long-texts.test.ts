import { expect, it } from "vitest";
import { longTexts } from "../testing/long-texts.ts";
import { profileFieldsWith } from "../testing/members.ts";
import { costlierThan } from "../testing/processor.ts";
import { checkProfile } from "./profile.ts";
import { profileFields } from "./profile-fields.ts";
import { line, lines } from "./texts.ts";

const mostMs = 50;

it("every text refuses half a megabyte of any character, in next to no time", async () => {
  const tasks = longTexts.flatMap(([name, text]) =>
    [line(), line(64), lines(4000)].map((schema) => {
      expect(schema.safeParse(text).error?.issues[0]?.message).toMatch(
        /^Must be at most [\d,]+ char/,
      );
      return [name, () => schema.safeParse(text)] as const;
    })
  );
  expect(await costlierThan(mostMs, tasks)).toEqual([]);
});

it(
  "every profile field refuses it as text, in a list, and as a field name",
  async () => {
    const context = { role: "alumni", year: 2026 } as const;
    const tasks = longTexts.flatMap(([name, text]) => {
      const values = [text, [text], Array.from({ length: 60 }, () => text)];
      const inputs = profileFields.flatMap((field) =>
        values.map((value) => [`${field}: ${name}`, { [field]: value }] as const)
      );
      return [...inputs, [`name of a field: ${name}`, { [text]: text }] as const].map(
        ([of, fields]) => [of, () => checkProfile(profileFieldsWith(fields), context)] as const,
      );
    });
    expect(await costlierThan(mostMs, tasks)).toEqual([]);
  },
);

it("checking a text takes as little time for any content", async () => {
  const schema = lines(4000);
  const tasks = longTexts.map(([name, text]) => {
    const short = `${text.slice(0, 8000)}b`;
    return [name, () => schema.safeParse(short)] as const;
  });
  expect(await costlierThan(mostMs, tasks)).toEqual([]);
});
