import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createRandom } from "../../events/testing/random.ts";
import { CrashRun } from "./kill.ts";
import { nameOf, points } from "./steps.ts";

const seed = 20261121;
const random = createRandom(seed);
/** One moment of every other step, picked by the seed; every moment of every step with `CRASHES=all`. */
const chosen = process.env.CRASHES === "all"
  ? points
  : [...Map.groupBy(points, ({ step }) => step).values()]
    .map((moments) => random.pick(moments))
    .filter((_, at) => at % 2 === seed % 2);

/** All share one folder: what one kill leaves has to withstand the next. */
describe("the product, killed at steps of its work", () => {
  let crashRun: CrashRun;

  beforeAll(async () => {
    crashRun = await CrashRun.open(seed);
  });

  afterAll(() => crashRun.close());

  it.each(chosen.map((point) => [nameOf(point), point] as const))(
    "keeps exactly what it acknowledged (%s)",
    async (_, point) => {
      const { failures } = crashRun.world;
      const before = failures.length;
      await crashRun.killAt(point);
      expect(failures.slice(before)).toEqual([]);
    },
  );

  it(
    "has sent each mail once in the end, verifies, and rebuilds the same read tables",
    async () => {
      await crashRun.end();
      expect(crashRun.world.failures).toEqual([]);
    },
  );
});
