import { beforeEach, describe, expect, it } from "vitest";
import { createEmbeddedSearch } from "../embedded/embedded.ts";
import { createFailover, type FailoverSearch } from "../failover.ts";
import { noFilters, type ProfileQuery, SearchUnavailable } from "../profile-search.ts";
import { type FakeHttp, startFakeHttp } from "../testing/fake-http.ts";
import { profile } from "../testing/member-profiles.ts";
import { createMeilisearch } from "./meilisearch.ts";
import { createMeilisearchServer } from "./server.ts";

const query: ProfileQuery = { text: "", filters: noFilters, sort: "name", offset: 0, limit: 9 };
/** For a server that works, however busy the machine is. */
const patientlyMs = 30_000;
/** For one that doesn't answer. */
const brieflyMs = 400;
const found = { results: [{ hits: [{ memberId: "a" }], totalHits: 1, facetDistribution: {} }] };
const nothing = { results: [{ hits: [], totalHits: 0, facetDistribution: {} }] };

let fake: FakeHttp;
let standIn: ReturnType<typeof createEmbeddedSearch>;
let failover: FailoverSearch;
let changes: string[];
/** Additional time of the failover's clock. */
let passedMs = 0;

beforeEach(async () => {
  fake = await startFakeHttp();
  answerJson(found);
  standIn = createEmbeddedSearch();
  await standIn.put([profile("stand-in")]);
  changes = [];
  failover = openFailover(patientlyMs);
});

function openFailover(timeoutMs: number): FailoverSearch {
  return createFailover({
    preferred: createMeilisearch(openServer(timeoutMs), "profiles"),
    standIn,
    isCurrent: () => true,
    now: () => performance.now() + passedMs,
    timeoutMs,
    onChange: ({ is }) => changes.push(is),
    pace: { firstRetryMs: 1, longestRetryMs: 1 },
  });
}

function openServer(timeoutMs: number) {
  return createMeilisearchServer({ url: fake.url, key: "key", prefix: "x-", timeoutMs });
}

/** Answers searches. The key may not make keys, so it is used itself. */
function answerJson(body: unknown, status = 200): void {
  fake.answerWith((response, path) => {
    const isKey = path.startsWith("/keys");
    response.writeHead(isKey ? 403 : status, { "Content-Type": "application/json" });
    response.end(isKey ? '{"code":"invalid_api_key"}' : JSON.stringify(body));
  });
}

async function whoAnswers() {
  return (await failover.find(query)).memberIds[0];
}

describe("a failing Meilisearch", () => {
  it("answers while it works", async () => {
    expect(await whoAnswers()).toBe("a");
  });

  it("is asked for uncompressed answers, since compressed ones take 40 ms longer", async () => {
    const asked = new Set<string | undefined>();
    fake.answerWith((response, _path, headers) => {
      asked.add(headers["accept-encoding"]);
      response.writeHead(200, { "Content-Type": "application/json" });
      response.end(JSON.stringify(found));
    });
    await whoAnswers();
    expect([...asked]).toEqual(["identity"]);
  });

  it.each<[string, () => void | Promise<void>]>([
    ["was killed", () => fake.close()],
    ["accepts requests and does not answer", () => fake.answerWith(() => {})],
    [
      "starts an answer and doesn't finish it",
      () => fake.answerWith((response) => void response.write('{"results":')),
    ],
    ["breaks off", () => fake.answerWith((response) => void response.destroy())],
    ["answers with garbage", () => fake.answerWith((response) => void response.end("<html>"))],
    ["answers with JSON of something else", () => answerJson({ hits: 1 })],
    ["answers with too few results", () => answerJson({ results: [] })],
    ["answers with an error", () => answerJson({ code: "internal" }, 500)],
    ["does not know the key", () => answerJson({ code: "invalid_api_key" }, 403)],
    ["does not know the index", () => answerJson({ code: "index_not_found" }, 400)],
    ["has lost its documents", () => answerJson(nothing)],
  ])("%s: the embedded index answers, at once from then on", async (_, breakIt) => {
    failover = openFailover(brieflyMs);
    await breakIt();
    const startedAt = performance.now();
    expect(await whoAnswers()).toBe("stand-in");
    expect(performance.now() - startedAt).toBeLessThan(brieflyMs + 5000);
    const requests = fake.requests();
    expect(await whoAnswers()).toBe("stand-in");
    expect(fake.requests()).toBe(requests);
    expect([failover.degraded(), changes]).toEqual(["Meilisearch does not answer", ["away"]]);
  });

  it("answers again once it works again", async () => {
    fake.answerWith((response) => void response.destroy());
    expect(await whoAnswers()).toBe("stand-in");
    answerJson(found);
    passedMs += 5;
    await failover.watch();
    expect(await whoAnswers()).toBe("a");
    expect([failover.degraded(), changes]).toEqual([undefined, ["away", "back"]]);
  });

  it("makes the driver throw only SearchUnavailable", async () => {
    const search = createMeilisearch(openServer(patientlyMs), "profiles");
    fake.answerWith((response) => void response.end("<html>"));
    await expect(search.find(query)).rejects.toThrow(SearchUnavailable);
    await expect(search.put([profile("a")])).rejects.toThrow(SearchUnavailable);
    answerJson({ taskUid: 1, uid: 1, status: "failed", type: "x", error: { code: "no_space" } });
    await expect(search.put([profile("a")])).rejects.toThrow(SearchUnavailable);
    await expect(search.clear()).rejects.toThrow(SearchUnavailable);
  });
});
