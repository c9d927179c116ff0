import { expect, it } from "vitest";
import { batchReads } from "./batched-reads.ts";

it("asks once for everyone who asks together, and again for who comes later", async () => {
  const asked: (readonly string[])[] = [];
  const lengthOf = batchReads(async (keys) => {
    asked.push(keys);
    return new Map(keys.filter((key) => key !== "").map((key) => [key, key.length]));
  });
  expect(await Promise.all([lengthOf("a"), lengthOf("bb"), lengthOf("a"), lengthOf("")]))
    .toEqual([1, 2, 1, undefined]);
  expect(await lengthOf("a")).toBe(1);
  expect(asked).toEqual([["a", "bb", ""], ["a"]]);
});

it("fails for those who asked, and not for those who ask again", async () => {
  let isAway = true;
  const read = batchReads(async () => {
    if (isAway) throw new Error("Away");
    return new Map([["a", 1]]);
  });
  await expect(Promise.all([read("a"), read("b")])).rejects.toThrow("Away");
  isAway = false;
  expect(await read("a")).toBe(1);
});
