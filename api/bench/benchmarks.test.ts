import { expect, it } from "vitest";
import { benchmarks, rowOf } from "./benchmarks.ts";

it("lays figures beside their targets, and says what fell short", () => {
  const start = benchmarks.find(({ name }) => name === "start");
  const seconds = (seconds: number, residentBytes: number) => ({
    seconds,
    cpuSeconds: 1,
    residentBytes,
  });
  const printed = [{ profiles: 10_000, first: seconds(4, 3e8), cold: seconds(1.6, 2.5e8) }];
  expect(start?.lines(printed).map(rowOf)).toEqual([
    "| first start, 10,000 profiles | 4.00 s | 4.00 |  |  |",
    "| restart, 10,000 profiles | 1.60 s, 1.00 s of processor | 1.60 | at most 1.5 | **fell short** |",
    "| resident after a restart, 10,000 profiles | 250 MB | 250.00 | at most 260 | held |",
  ]);
  const load = benchmarks.find(({ name }) => name === "load");
  const product = { requestsPerSecond: 1200.4, p99: 3 };
  const results = [{ name: "landing", product, ratio: 0.41 }, { name: "login", product, ratio: 2 }];
  const slowed = { p50: 4, p99: 9, p50Ratio: 1.2, p99Ratio: 1.8 };
  const saving = { saves: product, ratio: 0.3, reads: { besideSaves: slowed } };
  expect(load?.lines({ results, saving }).map(rowOf)).toEqual([
    "| landing beside bare Hono | 1,200/s, p99 3.0 ms | 0.410 | at least 0.4 | held |",
    "| login beside bare Hono | 1,200/s, p99 3.0 ms | 2.00 |  |  |",
    "| saves of all beside bare durable appends | 1,200/s, p99 3.0 ms | 0.300 | at least 0.25 | held |",
    "| p99 of reads beside saves, beside reads alone | 9.0 ms | 1.80 | at most 1.5 | **fell short** |",
  ]);
});
