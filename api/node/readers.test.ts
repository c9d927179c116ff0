import { expect, it } from "vitest";
import { createReaders } from "./readers.ts";

it("knows that somebody reads for a moment after each request", () => {
  let ms = 0;
  const readers = createReaders(() => ms);
  expect(readers.areThere()).toBe(false);
  readers.note();
  expect(readers.areThere()).toBe(true);
  ms = 29;
  expect(readers.areThere()).toBe(true);
  ms = 30;
  expect(readers.areThere()).toBe(false);
});
