import { Hono } from "hono";
import { describe, expect, it } from "vitest";
import { DatabaseUnavailable } from "../../events/database-errors.ts";
import type { PageEnv } from "../middleware/session.ts";
import { appForTest } from "../testing/app-for-test.ts";
import { someProfile } from "../testing/app.ts";
import { createTouch, outOfTouchAfterMs } from "./staleness.ts";

const works = () => Promise.resolve();
const fails = () => Promise.reject(new DatabaseUnavailable("away"));

describe("a node's touch with the log", () => {
  it("is lost when following fails for long, and found again when it does not", async () => {
    let at = 0;
    const touch = createTouch(() => at);
    await touch.keep(works);
    at += outOfTouchAfterMs;
    await expect(touch.keep(fails)).rejects.toThrow("away");
    expect(touch.isLost()).toBe(false);
    at += 1;
    expect(touch.isLost()).toBe(true);
    expect(touch.behindMs()).toBe(outOfTouchAfterMs + 1);
    await touch.keep(works);
    expect(touch.isLost()).toBe(false);
    expect(touch.behindMs()).toBe(0);
  });

  it("is not lost while following takes its time, as after an import", async () => {
    let at = 0;
    const touch = createTouch(() => at);
    await touch.keep(works);
    at += 10 * outOfTouchAfterMs;
    expect(touch.isLost()).toBe(false);
  });
});

describe("a node that is out of touch", () => {
  it("shows members nothing, and everybody what is nobody's", async () => {
    let isLost = false;
    const site = new Hono<PageEnv>().get("/", (c) => c.text("Landing"));
    const { browser, member } = await appForTest({ isLost: () => isLost, site });
    const jane = await member();
    await jane.post("/api/profile", someProfile);
    isLost = true;
    for (const path of ["/api/directory", "/api/profile/me", "/api/user", "/"]) {
      const answer = await jane.get(path);
      expect([path, answer.status, answer.headers.get("Retry-After")]).toEqual([path, 503, "5"]);
      expect(await answer.text()).not.toContain("Jane");
    }
    expect((await jane.patch("/api/profile", { bio: "New" })).status).toBe(503);
    expect((await browser().get("/")).status).toBe(200);
    expect((await browser().get("/healthz")).status).toBe(200);
    isLost = false;
    expect((await jane.get("/api/directory")).status).toBe(200);
  });
});
