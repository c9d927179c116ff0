import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { appForTest } from "../testing/app-for-test.ts";
import { temporaryFolder } from "../../events/testing/database.ts";
import { serviceReadings } from "./readings.ts";

const folder = new URL("./prometheus/", import.meta.url);
const textOf = (name: string) => readFile(new URL(name, folder), "utf8");

/** Metric names that the service serves. */
async function served(): Promise<ReadonlySet<string>> {
  // Meilisearch metrics are served also when no server listens there.
  const meilisearch = { url: "http://127.0.0.1:1", key: "key", prefix: "x-", timeoutMs: 100 };
  const { metrics } = await appForTest({ meilisearch });
  metrics.addReadings(serviceReadings(await temporaryFolder(), { ageMs: () => 0 }));
  const types = (await metrics.text()).matchAll(/^# TYPE (\S+) (\S+)/gm);
  return new Set(
    [...types].flatMap(([, name = "", type]) =>
      type === "histogram" ? [`${name}_bucket`, `${name}_count`, `${name}_sum`] : [name]
    ),
  );
}

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly annotations: { readonly summary: string };
}

async function alarms(): Promise<readonly Rule[]> {
  const { groups }: { groups: { rules: Rule[] }[] } = parse(await textOf("alarms.yml"));
  return groups.flatMap((group) => group.rules);
}

const seriesIn = (expressions: readonly string[]) =>
  expressions.flatMap((text) => text.match(/\b(alumni|process|nodejs)_\w+/g) ?? []);

describe("what Prometheus is given", () => {
  it("has alarms of series that are served, each with what it means", async () => {
    const rules = await alarms();
    expect(rules.length).toBeGreaterThan(5);
    const names = await served();
    expect(seriesIn(rules.map(({ expr }) => expr)).filter((name) => !names.has(name))).toEqual([]);
    expect(rules.filter(({ annotations }) => annotations.summary.length < 10)).toEqual([]);
  });
});
