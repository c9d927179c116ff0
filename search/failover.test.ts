import { beforeEach, describe, expect, it } from "vitest";
import { createEmbeddedSearch } from "./embedded/embedded.ts";
import { createFailover, type FailoverSearch } from "./failover.ts";
import { byGroup } from "./facets.ts";
import { byRole, noFilters, type ProfileHits, type ProfileQuery } from "./profile-search.ts";
import { profile } from "./testing/member-profiles.ts";

const query: ProfileQuery = { text: "", filters: noFilters, sort: "name", offset: 0, limit: 9 };
const facets = byGroup(() => []);
/** An answer that only the preferred engine gives. */
const preferredHits: ProfileHits = {
  memberIds: ["preferred"],
  total: 1,
  roles: byRole(() => 0),
  relaxed: null,
  facets,
};

let clock: number;
let asked: number;
let isCurrent: boolean;
let answer: () => Promise<ProfileHits>;
let failover: FailoverSearch;

beforeEach(async () => {
  clock = 100_000;
  asked = 0;
  isCurrent = true;
  answer = async () => preferredHits;
  const standIn = createEmbeddedSearch();
  await standIn.put([profile("stand-in", { company: "Acme" })]);
  failover = createFailover({
    preferred: {
      find() {
        asked++;
        return answer();
      },
    },
    standIn,
    isCurrent: () => isCurrent,
    now: () => clock,
    timeoutMs: 20,
    pace: { firstRetryMs: 1000, longestRetryMs: 4000, idleMs: 2000, behindMs: 10_000 },
  });
});

const whoAnswers = async (text = "") => (await failover.find({ ...query, text })).memberIds[0];
const fails = () => Promise.reject(new Error("Down"));

describe("createFailover", () => {
  it("always suggests from the stand-in", async () => {
    const [suggestion] = await failover.suggest({ text: "acm", filters: noFilters });
    expect(suggestion).toMatchObject({ kind: "company", text: "Acme", count: 1 });
    expect(asked).toBe(0);
  });

  it("retries in the background at growing intervals", async () => {
    answer = fails;
    await whoAnswers();
    const tries: number[] = [];
    for (let ms = 0; ms < 12_000; ms += 500) {
      clock += 500;
      const before = asked;
      await failover.watch();
      if (asked > before) tries.push(clock - 100_000);
    }
    expect(tries).toEqual([1000, 3000, 7000, 11_000]);
  });

  it("notices an unavailable engine without any search", async () => {
    answer = fails;
    clock += 2000;
    await failover.watch();
    expect(failover.degraded()).toBe("Meilisearch does not answer");
  });

  it("checks empty results with the stand-in, and continues", async () => {
    answer = async () => ({ ...preferredHits, memberIds: [], total: 0 });
    expect(await whoAnswers("acme")).toBe("stand-in");
    expect(await whoAnswers("nothing")).toBeUndefined();
    expect(failover.degraded()).toBeUndefined();
  });

  it("answers from the stand-in while changes are missing, and reports a long delay", async () => {
    isCurrent = false;
    expect(await whoAnswers()).toBe("stand-in");
    expect(failover.degraded()).toBeUndefined();
    clock += 10_001;
    expect(failover.degraded()).toBe("Meilisearch does not have all changes");
    isCurrent = true;
    expect(await whoAnswers()).toBe("preferred");
    expect(failover.degraded()).toBeUndefined();
  });
});
