import { Hono } from "hono";
import { describe, expect, it, onTestFinished } from "vitest";
import type { PageEnv } from "../http/middleware/session.ts";
import { someone, testOrigin } from "../testing/app.ts";
import { appForTest } from "../testing/app-for-test.ts";
import { sessionIn } from "../testing/calls.ts";
import { exchange } from "../testing/exchange.ts";

/** The API and a page on a port, with one registered member. */
async function given() {
  const site = new Hono<PageEnv>().get("/", (c) => c.text(new URL(c.req.url).pathname));
  const { app, logged } = await appForTest({ site });
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, app.fetch);
  onTestFinished(() => server.shutdown());
  const { port } = server.addr;
  const headers = { Origin: testOrigin, "Content-Type": "application/json" };
  const send = (path: string, body: unknown, cookie = "") =>
    fetch(`http://127.0.0.1:${port}${path}`, {
      method: "POST",
      headers: { ...headers, Cookie: cookie },
      body: JSON.stringify(body),
    });
  const cookie = sessionIn(await send("/api/register", someone));
  return { port, send, cookie, logged };
}

const login = { username: someone.username, password: someone.password };

describe("a hostile request", () => {
  it.each([
    ["two lengths", "Content-Length: 2\r\nContent-Length: 40"],
    ["a length and chunks", "Content-Length: 2\r\nTransfer-Encoding: chunked"],
    ["chunks of another coding", "Content-Length: 2\r\nTransfer-Encoding: xchunked"],
    ["chunks behind a space", "Content-Length: 2\r\nTransfer-Encoding : chunked"],
    ["two hosts", "Content-Length: 2\r\nHost: elsewhere.example.com"],
  ])("with %s doesn't smuggle in a second one", async (_, lines) => {
    const { port, logged } = await given();
    const head = `POST /api/login HTTP/1.1\r\nHost: 127.0.0.1:8000\r\nOrigin: ${testOrigin}\r\n`;
    const hidden = "GET /healthz HTTP/1.1\r\nHost: 127.0.0.1:8000\r\n\r\n";
    const answer = await exchange(port, `${head}${lines}\r\n\r\n{}0\r\n\r\n${hidden}`);
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer.match(/HTTP\/1\.1/g)).toHaveLength(1);
    expect(logged.filter(({ level }) => level === "error")).toEqual([]);
  });

  it("for an invalid host is rejected as the sender's error, on pages, calls and probes", async () => {
    const { port, logged } = await given();
    for (const path of ["/", "/api/user", "/healthz", "/objects/x", "/nothing"]) {
      for (const host of ['a b"<>', "[::1", "a:b", "a:99999", "a@b/c]", "a/healthz?"]) {
        const head = `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`;
        expect(await exchange(port, head), host).toMatch(/^HTTP\/1\.1 400 /);
      }
    }
    expect(logged.filter(({ level }) => level === "error")).toEqual([]);
  });

  it("that overrides its method is handled by its real method", async () => {
    const { port, cookie } = await given();
    const headers = {
      Cookie: cookie,
      Origin: testOrigin,
      "X-HTTP-Method-Override": "DELETE",
      "X-Method-Override": "DELETE",
    };
    const origin = `http://127.0.0.1:${port}`;
    await (await fetch(`${origin}/api/account?_method=DELETE`, { headers })).text();
    expect((await fetch(`${origin}/api/user`, { headers })).status).toBe(200);
  });

  it("with a made-up session gets a new one when it signs in", async () => {
    const { send, cookie } = await given();
    const [name] = cookie.split("=");
    for (const known of [`${name}=planted`, cookie]) {
      const answer = await send("/api/login", login, known);
      expect(answer.status).toBe(200);
      expect(sessionIn(answer)).toMatch(new RegExp(`^${name}=\\S{20,}$`));
      expect(sessionIn(answer)).not.toBe(known);
    }
  });

  it("that injects into a query finds no one and changes nothing", async () => {
    const { port, send, cookie } = await given();
    const queries = [
      "' OR '1'='1",
      "x'; DROP TABLE members; --",
      '" OR ""="',
      "%' UNION SELECT 1 --",
    ];
    for (const query of queries) {
      const named = await send("/api/login", { ...login, username: `${login.username}${query}` });
      expect([query, named.status]).toEqual([query, 401]);
      const filters = new URLSearchParams({ search: query, class: query, location: query });
      const found = await fetch(`http://127.0.0.1:${port}/api/profiles?${filters}`, {
        headers: { Cookie: cookie },
      });
      expect([query, await found.json()]).toEqual([query, []]);
    }
    expect((await send("/api/login", login)).status).toBe(200);
  });

  it("with endless nesting is rejected as invalid", async () => {
    const { port } = await given();
    const answer = await fetch(`http://127.0.0.1:${port}/api/login`, {
      method: "POST",
      headers: { Origin: testOrigin, "Content-Type": "application/json" },
      body: "[".repeat(30_000) + "]".repeat(30_000),
    });
    expect([answer.status, await answer.json()])
      .toEqual([400, { message: "The body has more than 1000 values" }]);
  });
});
