import { expect, it } from "vitest";
import { drawFace } from "./pictures.ts";

it("a drawn picture depends only on the name", async () => {
  expect(await drawFace("pat")).toEqual(await drawFace("pat"));
  expect(await drawFace("pat")).not.toEqual(await drawFace("kim"));
});
