import { expect, it } from "vitest";
import { temporaryDatabase } from "../../events/testing/database.ts";
import { warnOfSkew } from "./clock-skew.ts";
import type { LogEntry } from "../log.ts";

it.each([
  ["is hours ahead", 3_600_000, [3600]],
  ["is a minute behind", -60_000, [-60]],
  ["agrees", 0, []],
])("warns of a clock that %s", async (_, offMs, expected) => {
  const logged: LogEntry[] = [];
  await warnOfSkew(await temporaryDatabase(), {
    log: (entry) => void logged.push(entry),
    now: () => new Date(Date.now() + offMs),
  });
  expect(logged.map(({ aheadSeconds }) => aheadSeconds)).toEqual(expected);
});
