import { expect, it } from "vitest";
import { Refusal } from "./errors.ts";
import { Handler, type HandlerDependencies } from "./handler.ts";
import { TooManyConflicts, VersionConflict } from "./store/event-log.ts";
import { cause } from "./testing/system.ts";

/** Handles a command whose tries fail with these errors, one each. */
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

it("retries with growing random waits while other writers are first", async () => {
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

it("doesn't retry a refusal", async () => {
  const refusal = new Refusal("profile/changed", "Changed");
  expect(await handled([refusal])).toEqual({ result: refusal, tries: 1, waits: [] });
});
