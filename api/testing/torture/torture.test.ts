import { describe, expect, it, onTestFinished } from "vitest";
import { createRandom } from "../../../events/bench/random.ts";
import { openTorture, type Torture } from "./kill.ts";
import { nameOf, type Point, points, type StepName, steps } from "./steps.ts";

const seed = 20261121;

describe("the product, killed at each step of its work", () => {
  it.each(onePointOfEachStep().map((point) => [nameOf(point), point] as const))(
    "keeps what it has acknowledged, and nothing else (%s)",
    async (_, point) => {
      const { world, killAt } = await torture();
      const before = world.failures.length;
      await killAt(point);
      expect(world.failures.slice(before)).toEqual([]);
    },
    60_000,
  );

  it("then has sent each mail once, verifies, and is built anew without a difference", async () => {
    const { world, end } = await torture();
    onTestFinished(close);
    await end();
    expect(world.failures).toEqual([]);
  }, 120_000);
});

/** One folder for all of them: what a kill leaves has to withstand the next. */
let opened: Promise<Torture> | undefined;
function torture(): Promise<Torture> {
  return opened ??= openTorture(seed);
}

async function close(): Promise<void> {
  await (await opened)?.close();
}

/** Before, within or after it, as the seed has it; `npm run torture` takes them all. */
function onePointOfEachStep(): Point[] {
  const random = createRandom(seed);
  return (Object.keys(steps) as StepName[]).map((step) =>
    random.pick(points.filter((point) => point.step === step))
  );
}
