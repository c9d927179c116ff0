import { expect, it } from "vitest";
import { createUpdate } from "./update.ts";

/** Work that counts its runs. */
function given() {
  let runs = 0;
  let version: number | undefined = 1;
  let during = () => {};
  const update = createUpdate(async () => {
    runs += 1;
    during();
  }, () => version);
  return {
    update,
    runs: () => runs,
    becomes: (next: number | undefined) => void (version = next),
    during: (work: () => void) => void (during = work),
  };
}

it("shares a run among simultaneous callers", async () => {
  const { runs, update } = given();
  await Promise.all(Array.from({ length: 50 }, update));
  expect(runs()).toBe(1);
});

it("runs again after a write", async () => {
  const { runs, update, becomes } = given();
  await update();
  await update();
  expect(runs()).toBe(1);
  becomes(2);
  await update();
  await update();
  expect(runs()).toBe(2);
});

it("runs each time if the version is unknown", async () => {
  const { runs, update, becomes } = given();
  becomes(undefined);
  await update();
  await update();
  expect(runs()).toBe(2);
});

it("runs again after a failure, and after a write during a run", async () => {
  const { runs, update, becomes, during } = given();
  during(() => {
    throw new Error("away");
  });
  await expect(update()).rejects.toThrow("away");
  during(() => becomes(2));
  await update();
  await update();
  expect(runs()).toBe(3);
});
