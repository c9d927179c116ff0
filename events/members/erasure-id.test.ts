import { expect, it } from "vitest";
import { newKey } from "../vault/seal.ts";
import { erasureIdOf, isRepeated, repeatCauses } from "./erasure-id.ts";

it("is one for each member, which only the key leads to", () => {
  const [key, another] = [newKey(), newKey()];
  const id = erasureIdOf(key, "pat");
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(erasureIdOf(key, "pat")).toBe(id);
  expect(erasureIdOf(key, "kim")).not.toBe(id);
  expect(erasureIdOf(another, "pat")).not.toBe(id);
});

it("knows by whom erasures are repeated", () => {
  expect(Object.values(repeatCauses).map(isRepeated)).toEqual([true, true]);
  expect(isRepeated({ actorId: "operator", correlationId: "pat" })).toBe(false);
});
