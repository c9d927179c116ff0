import { expect, it } from "vitest";
import { fewerThanFive, shareFigure } from "./tables.ts";
import { given, manyRegistered } from "./testing/given.ts";
import { randomDays, randomHistory } from "./testing/random-history.ts";

it("shows figures below five as fewer than 5, and rounds others to fives", () => {
  expect([0, 1, 4, 5, 7, 8, 12, 13].map(shareFigure)).toEqual([
    ...[fewerThanFive, fewerThanFive, fewerThanFive],
    ...[5, 5, 10, 10, 15],
  ]);
  expect(shareFigure(null)).toBeNull();
});

it("shows no figure below five and no unrounded one, in 100 random programs", () => {
  for (let seed = 1; seed <= 100; seed++) {
    const history = given(...randomHistory(seed, seed * 10));
    const counted = randomDays(seed);
    const content = history.content({ cycle: 2020, audience: "share", counted });
    const figures = content.sections.flatMap(({ tables }) =>
      tables.flatMap(({ rows }) => rows.flatMap((row) => row.figures))
    ).filter((figure) => figure !== null && figure !== fewerThanFive);
    for (const figure of figures) {
      expect([seed, figure, Number(figure) % 5]).toEqual([seed, figure, 0]);
    }
    for (const { sentence } of content.answers) {
      const numbers = sentence.replaceAll(/fewer than 5/gi, "").replaceAll(/last 12 months/g, "")
        .match(/\d[\d,]*/g) ?? [];
      for (const number of numbers) {
        const value = Number(number.replaceAll(",", ""));
        expect([sentence, value >= 5 && value % 5 === 0]).toEqual([sentence, true]);
      }
      expect(sentence.replace("last one", "")).not.toMatch(/\b(no|none|one|once)\b/i);
    }
    expect(content.nextSteps).toEqual([]);
  }
});

it("describes each rare topic as rare, not all of them together", () => {
  const history = given(...manyRegistered(6, "cadet"));
  const topics = { Networking: 4, "Ranger School": 4 };
  const counted = [{ day: "2026-01-05", asked: { cadet: 8 }, topics }];
  expect(history.answer("topics", { audience: "share", counted })).toBe(
    "Each topic was named in fewer than 5 requests in this cycle.",
  );
});
