import { Hono } from "hono";
import { describe, expect, it } from "vitest";
import { testOrigin } from "../../testing/app.ts";
import { answerOf, appForTest } from "../../testing/app-for-test.ts";
import type { PageEnv } from "./session.ts";

describe("requests that change something", () => {
  const refused = {
    status: 403,
    body: { message: "This request did not come from a page of this site" },
  };

  it("are refused from other origins, and without an origin", async () => {
    const app = await appForTest();
    const member = await app.member();
    const origins: Record<string, string>[] = [
      { Origin: "https://evil.example" },
      { Origin: "http://127.0.0.1:8001" },
      { Origin: "https://127.0.0.1:8000" },
      { Origin: "null" },
      { Origin: "" },
      { Origin: testOrigin, "Sec-Fetch-Site": "cross-site" },
      { Origin: testOrigin, "Sec-Fetch-Site": "same-site" },
    ];
    for (const headers of origins) {
      for (const [method, path] of [["POST", "/api/logout"], ["DELETE", "/api/account"]] as const) {
        expect(await answerOf(await member.send(method, path, { headers }))).toEqual(refused);
      }
    }
    expect((await member.get("/api/user")).status).toBe(200);
  });

  it("are accepted from a page of this origin", async () => {
    const app = await appForTest();
    const post = (headers: Record<string, string>) =>
      app.app.request(`${testOrigin}/api/logout`, { method: "POST", headers });
    expect((await post({ Origin: testOrigin })).status).toBe(204);
    expect((await post({ "Sec-Fetch-Site": "same-origin" })).status).toBe(204);
    expect((await post({ Origin: "http://localhost:8000", Host: "localhost:8000" })).status)
      .toBe(204);
    expect((await post({})).status).toBe(403);
  });

  it("aren't accepted from another name of the machine on a public origin", async () => {
    const app = await appForTest({ appOrigin: "https://alumni.example.edu" });
    const answer = await app.app.request("https://alumni.example.edu/api/logout", {
      method: "POST",
      headers: { Origin: "http://localhost:8000", Host: "localhost:8000" },
    });
    expect(answer.status).toBe(403);
  });

  it("are checked the same way for the pages' forms", async () => {
    const site = new Hono<PageEnv>().post("/form", (c) => c.text("posted"));
    const app = await appForTest({ site });
    const post = (headers: Record<string, string>) =>
      app.app.request(`${testOrigin}/form`, {
        method: "POST",
        headers: { "Content-Type": "application/x-www-form-urlencoded", ...headers },
        body: "a=b",
      });
    expect((await post({ Origin: "https://evil.example" })).status).toBe(403);
    expect(await (await post({ Origin: testOrigin })).text()).toBe("posted");
  });
});
