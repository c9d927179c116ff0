import { expect, it } from "vitest";
import { Refusal } from "./errors.ts";
import { Handler, type HandlerDependencies } from "./handler.ts";
import { TooManyConflicts, VersionConflict } from "./store/event-log.ts";
import { cause } from "./testing/system.ts";

/** Handles a command that is refused by these errors, one at each try. */
async function handled(errors: readonly Error[]) {
  const waits: number[] = [];
  const handler = new Handler({
    log: { time: () => 0 },
    wait: async (ms: number) => waits.push(ms),
    random: () => 0.5,
  } as unknown as HandlerDependencies);
  let tries = 0;
  const result = await handler.handle({ cause }, async () => {
    const error = errors[tries++];
    if (error !== undefined) throw error;
    return "done";
  }).catch((error) => error);
  return { result, tries, waits };
}

const conflicts = (count: number) => Array.from({ length: count }, () => new VersionConflict());

it("tries again after a wait by chance that grows, while other writers are first", async () => {
  expect(await handled(conflicts(9))).toEqual({
    result: "done",
    tries: 10,
    waits: [5, 10, 20, 40, 80, 125, 125, 125, 125],
  });
});

it("gives up after ten tries", async () => {
  const { result, tries, waits } = await handled(conflicts(10));
  expect(result).toBeInstanceOf(TooManyConflicts);
  expect([tries, waits.length]).toEqual([10, 9]);
});

it("doesn't try again what a rule refuses", async () => {
  const refusal = new Refusal("profile/changed", "Changed");
  expect(await handled([refusal])).toEqual({ result: refusal, tries: 1, waits: [] });
});
