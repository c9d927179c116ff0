import { Hono } from "hono";
import { describe, expect, it } from "vitest";
import { DatabaseUnavailable } from "../../events/database-errors.ts";
import type { PageEnv } from "../middleware/session.ts";
import { appForTest } from "../testing/app-for-test.ts";
import { someProfile } from "../testing/app.ts";
import { staleAfterMs, Staleness } from "./staleness.ts";

const works = () => Promise.resolve();
const fails = () => Promise.reject(new DatabaseUnavailable("away"));

describe("a node's staleness with the log", () => {
  it("is lost when following fails for long, and found again when it does not", async () => {
    let at = 0;
    const staleness = new Staleness(() => at);
    await staleness.track(works);
    at += staleAfterMs;
    await expect(staleness.track(fails)).rejects.toThrow("away");
    expect(staleness.isStale()).toBe(false);
    at += 1;
    expect(staleness.isStale()).toBe(true);
    expect(staleness.behindMs()).toBe(staleAfterMs + 1);
    await staleness.track(works);
    expect(staleness.isStale()).toBe(false);
    expect(staleness.behindMs()).toBe(0);
  });

  it("is not lost while following takes its time, as after an import", async () => {
    let at = 0;
    const staleness = new Staleness(() => at);
    await staleness.track(works);
    at += 10 * staleAfterMs;
    expect(staleness.isStale()).toBe(false);
  });
});

describe("a node that is out of staleness", () => {
  it("shows members nothing, and still serves public pages", async () => {
    let isStale = false;
    const site = new Hono<PageEnv>().get("/", (c) => c.text("Landing"));
    const { browser, member } = await appForTest({ isStale: () => isStale, site });
    const jane = await member();
    await jane.post("/api/profile", someProfile);
    isStale = true;
    for (const path of ["/api/directory", "/api/profile/me", "/api/user", "/"]) {
      const answer = await jane.get(path);
      expect([path, answer.status, answer.headers.get("Retry-After")]).toEqual([path, 503, "5"]);
      expect(await answer.text()).not.toContain("Jane");
    }
    expect((await jane.patch("/api/profile", { bio: "New" })).status).toBe(503);
    expect((await browser().get("/")).status).toBe(200);
    expect((await browser().get("/healthz")).status).toBe(200);
    isStale = false;
    expect((await jane.get("/api/directory")).status).toBe(200);
  });
});
