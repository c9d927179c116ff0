import { describe, expect, it } from "vitest";
import { testOrigin } from "../testing/app.ts";
import { answerOf, appForTest, withMessage } from "../testing/app-for-test.ts";
import { calls, Described } from "../testing/described.ts";

const described = new Described(testOrigin);

describe("the description", () => {
  it("has every call that is mounted", async () => {
    const { app } = await appForTest();
    // Where mail services post mails is no one else's business.
    const mounted = app.routes.filter(({ method, path }) =>
      method !== "ALL" && !path.startsWith("/mail/")
    )
      .map(({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, "{$1}")}`);
    const names = calls.map(({ method, path }) => `${method.toUpperCase()} ${path}`);
    expect(names.toSorted()).toEqual([...new Set(mounted)].toSorted());
  });

  it("has the body that a route checks, and asks for the role that it asks for", () => {
    const named = (method: string, path: string) =>
      calls.find((call) => call.method === method && call.path === path);
    expect(named("post", "/api/login")).toMatchObject({
      who: "anyone",
      body: { required: ["username", "password"] },
    });
    expect(named("patch", "/api/user")?.who).toBe("member");
    expect(named("post", "/api/connections/{id}/accept")?.who).toBe("member with a role");
  });

  it("is served, the same to everyone, and names this origin", async () => {
    const app = await appForTest();
    const answer = await app.browser().get("/api/openapi.json");
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual(JSON.parse(JSON.stringify(described.document)));
    expect(described.document.servers).toEqual([{ url: testOrigin }]);
  });

  it("refers to nothing that it does not have, and names every operation once", () => {
    const text = JSON.stringify(described.document);
    const schemas = Object.keys(described.document.components.schemas);
    for (const [, name] of text.matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      expect(schemas).toContain(name);
    }
    const ids = Object.values(described.document.paths).flatMap((operations) =>
      Object.values(operations).map(({ operationId }) => operationId)
    );
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.length).toBe(calls.length);
  });

  it("says who may call: without a session members' calls are 401, and from elsewhere all are 403", async () => {
    const app = await appForTest();
    for (const { method, path, who } of calls) {
      if (!path.startsWith("/api/")) continue;
      const address = path.replace("{userId}", crypto.randomUUID());
      const { status } = await app.browser().send(method.toUpperCase(), address);
      expect([method, path, status === 401]).toEqual([method, path, who !== "anyone"]);
      if (method === "get") continue;
      const elsewhere = { headers: { Origin: "https://elsewhere.example.com" } };
      const refused = await app.browser().send(method.toUpperCase(), address, elsewhere);
      expect([method, path, refused.status]).toEqual([method, path, 403]);
    }
  });

  it("finds answers that are not as described", async () => {
    const answer = (body: unknown, status = 200) => Response.json(body, { status });
    const user = { method: "GET", pathname: "/api/user" };
    expect(await described.wrongWith(user, answer({ id: 1 }))).toMatch(/^is no User: /);
    expect(await described.wrongWith(user, answer({ message: "No", stack: "…" }, 401))).toMatch(
      /^is no Problem: .*stack/,
    );
    expect(await described.wrongWith(user, answer({ message: "No" }, 418))).toMatch(/status 418/);
    expect(await described.wrongWith({ ...user, method: "PUT" }, answer({}))).toBe(
      "is not described",
    );
  });
});

describe("the page", () => {
  it("has every call and every answer, in the theme of the site, and runs nothing", async () => {
    const app = await appForTest();
    const answer = await app.browser().get("/api/docs", { headers: { Cookie: "theme=dark" } });
    const page = await answer.text();
    expect(answer.headers.get("Content-Type")).toBe("text/html; charset=UTF-8");
    expect(page).toContain('data-theme="dark"');
    expect(page).not.toContain("<script");
    expect(page).not.toMatch(/ style=| on\w+=/);
    for (const { method, path } of calls) expect(page).toContain(`${method.toUpperCase()} ${path}`);
    const anchors = [...page.matchAll(/href="#([^"]+)"/g)].map(([, anchor]) => anchor);
    for (const anchor of anchors) expect(page).toContain(`id="${anchor}"`);
    const nonce = /style-src 'self' 'nonce-([^']+)'/.exec(
      answer.headers.get("Content-Security-Policy") ?? "",
    )?.[1];
    expect(page).toContain(`<style nonce="${nonce}">`);
    expect(await (await app.browser().get("/api/docs")).text()).toContain('data-theme="light"');
    expect(await answerOf(await app.browser().send("POST", "/api/docs"))).toEqual(
      withMessage(405, "This address doesn't accept POST"),
    );
  });
});
