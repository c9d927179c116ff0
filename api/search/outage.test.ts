import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { startFakeHttp } from "../../search/testing/fake-http.ts";
import { appForTest } from "../testing/app-for-test.ts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["performance"] });
});
afterEach(() => {
  vi.useRealTimers();
});

const second = 1000;

describe("an unavailable Meilisearch", () => {
  it("logs a line, and then one a minute, without a stack", async () => {
    const fake = await startFakeHttp();
    fake.answerWith((response) => void response.destroy());
    const settings = { url: fake.url, key: "key", prefix: "x-", timeoutMs: 500 };
    const app = await appForTest({ meilisearch: settings });
    for (let passed = 0; passed < 150; passed += 3) {
      await app.remoteSearch?.index();
      await app.remoteSearch?.watch();
      vi.advanceTimersByTime(3 * second);
      // A pause between two tries isn't a success.
      await app.remoteSearch?.index();
    }
    const said = app.logged.filter(({ event }) => /Meilisearch|indexing/.test(event));
    expect(said.map(({ event, minutes }) => [event, minutes])).toEqual([
      ["Meilisearch is away", undefined],
      ["Meilisearch is still away", 1],
      ["Meilisearch is still away", 2],
    ]);
    expect(said[0]).toMatchObject({ level: "warning", error: "SearchUnavailable" });
    expect(said.flatMap((entry) => Object.keys(entry))).not.toContain("stack");
  });
});
