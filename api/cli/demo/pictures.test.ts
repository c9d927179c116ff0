import { expect, it } from "vitest";
import { drawFace } from "./pictures.ts";

it("the drawn picture of a name is the same each time, and another one for other names", async () => {
  expect(await drawFace("pat")).toEqual(await drawFace("pat"));
  expect(await drawFace("pat")).not.toEqual(await drawFace("kim"));
});
