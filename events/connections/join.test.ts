import { describe, expect, it } from "vitest";
import { joinAnswers } from "./testing/join.ts";
import { makeUpProgram, stealLog, stealOldLog } from "./testing/made-up-program.ts";

const sizes = [60, 400, 3000];

describe("a log that was stolen", () => {
  it.each(sizes)(
    "of %i people joins at most one answer in fifty to its asker",
    async (people) => {
      const program = makeUpProgram({ people, seed: people, ofSessions: 0 });
      const rows = await stealLog(program);
      const { answers, named } = joinAnswers(rows, program);
      expect(answers).toBeGreaterThan(people / 4);
      expect(named).toBeLessThanOrEqual(answers / 50);
      // Lengths tell no more than a step.
      const lengths = rows.filter(({ stream }) => stream.startsWith("private-"))
        .map(({ bytes }) => bytes - 28);
      expect([256, 512, 1024, 2048]).toEqual(expect.arrayContaining([...new Set(lengths)]));
    },
  );

  it.each(sizes)("of %i people joined nearly all, as it was before", (people) => {
    const program = makeUpProgram({ people, seed: people, ofSessions: 0 });
    const { answers, right } = joinAnswers(stealOldLog(program), program);
    expect(right).toBeGreaterThan(answers * 0.9);
  });
});
