import { expect, it } from "vitest";
import { createLineWriter } from "./line-writer.ts";

it("writes lines that come together at once, in order, and each once", () => {
  const written: string[] = [];
  const timers: (() => void)[] = [];
  const lines = createLineWriter((text) => written.push(text), (run) => timers.push(run));
  lines.write("one");
  lines.write("two");
  expect(written).toEqual([]);
  timers.shift()?.();
  lines.write("three");
  lines.flush();
  timers.shift()?.();
  lines.flush();
  expect(written).toEqual(["one\ntwo\n", "three\n"]);
  expect(timers).toEqual([]);
});
