import { Hono } from "hono";
import { setCookie } from "hono/cookie";
import { describe, expect, it } from "vitest";
import type { PageEnv } from "./http/middleware/session.ts";
import { SearchUnavailable } from "../search/profile-search.ts";
import { someone, testOrigin } from "./testing/app.ts";
import { answerOf, appForTest, appWithMember, withMessage } from "./testing/app-for-test.ts";

/** Pages that show what the middleware lets through and what it knows. */
function givenSite() {
  return new Hono<PageEnv>()
    .get("/", (c) => c.html(`<script nonce="${c.get("secureHeadersNonce")}"></script>`))
    .get("/away", () => {
      throw new SearchUnavailable("secret words");
    })
    .get("/broken/:id", () => {
      throw new TypeError("jane@example.com is no number");
    });
}

describe("bodies of calls", () => {
  const post = async (body: string, headers: Record<string, string> = {}) => {
    const app = await appForTest();
    return await answerOf(await app.browser().post("/api/login", body, { headers }));
  };

  it("must be JSON", async () => {
    const notJson = withMessage(415, "The body must be JSON, sent as application/json");
    expect(await post("a=b", { "Content-Type": "text/plain" })).toEqual(notJson);
    expect(await post("a=b", { "Content-Type": "application/x-www-form-urlencoded" })).toEqual(
      notJson,
    );
    expect(await post("{", {})).toEqual(withMessage(400, "The body is not valid JSON"));
  });

  it("may be empty, though the server has a stream", async () => {
    const { app, member: jane } = await appWithMember();
    const nothing = new Request(new URL("/api/account", testOrigin), {
      method: "DELETE",
      headers: { Origin: testOrigin, Cookie: `session=${jane.session()}` },
      body: new ReadableStream({ start: (controller) => controller.close() }),
    });
    expect((await app.app.fetch(nothing)).status).toBe(204);
  });

  it("must be objects", async () => {
    for (const body of ["null", "[]", '"text"', "5", "true"]) {
      expect(await post(body)).toEqual(withMessage(400, "The body must be a JSON object"));
    }
  });

  it("are refused, never a fault, when they are hostile", async () => {
    const { member } = await appWithMember();
    const deep = "[".repeat(100_000) + "]".repeat(100_000);
    const bodies = [
      deep,
      `{"bio":${deep}}`,
      `{"helpTopics":${deep}}`,
      '{"__proto__":{"role":"cadre"}}',
      '{"constructor":{}}',
      '{"bio":"\\ud800"}',
      '{"company":"\\udfff"}',
      '{"mos":"\\u0000"}',
      '{"rank":{}}',
      '{"armySchools":"no list"}',
      '{"armySchools":[null]}',
      '{"helpTopics":[{}]}',
      '{"sharedFields":null}',
      '{"isVisible":1}',
      "",
    ];
    for (const body of bodies) {
      const { status } = await member.post("/api/profile", body);
      expect([body.slice(0, 40), status]).toEqual([body.slice(0, 40), 400]);
    }
  });
});

describe("bodies of calls that are larger than any that is valid", () => {
  it("are refused over 64 KB, but for profiles", async () => {
    const { member } = await appWithMember();
    const body = { bio: "x".repeat(100_000) };
    const message = "This is too long to send. Shorten it to less than 64 KB.";
    // With or without saying how large it is.
    const ways: Record<string, string>[] = [{}, { "Content-Length": "100000" }];
    for (const headers of ways) {
      expect(await answerOf(await member.patch("/api/user", body, { headers })))
        .toEqual(withMessage(413, message));
    }
    expect((await answerOf(await member.post("/api/profile", body))).body)
      .toMatchObject({ fields: { bio: "Must be at most 4,000 characters" } });
    const larger = { bio: "x".repeat(600_000) };
    expect((await member.post("/api/profile", larger)).status).toBe(413);
  });

  it("are refused before a schema sees very many values", async () => {
    const { member } = await appWithMember();
    const message = "The body has more than 1000 values";
    const unknown = Object.fromEntries(Array.from({ length: 5000 }, (_, at) => [`f${at}`, at]));
    for (const body of [unknown, { bio: unknown }, { expertise: Object.keys(unknown) }]) {
      expect(await answerOf(await member.post("/api/profile", body)))
        .toEqual(withMessage(400, message));
    }
  });

  it("are answered with twenty messages, and the beginning of a name", async () => {
    const app = await appForTest();
    const fields = Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`f${at}`, at]));
    const many = await app.browser().post("/api/login", fields);
    expect(Object.keys((await many.json()).fields)).toHaveLength(20);
    const long = await app.browser().post("/api/reset-password", {
      token: "token",
      newPassword: "secret",
      ["x".repeat(5000)]: 1,
    });
    const name = `${"x".repeat(60)}…`;
    expect(await answerOf(long)).toEqual({
      status: 400,
      body: { message: `Unknown field: ${name}`, fields: { [name]: "Unknown field" } },
    });
  });
});

describe("paths below /api", () => {
  it("answer in JSON when there is nothing, also for what comes later", async () => {
    const { member } = await appWithMember({ site: givenSite() });
    const notFound = withMessage(404, "Not found");
    for (const path of ["/api", "/api/", "/api/nothing", "/api/user/x", "/api/profiles/x"]) {
      expect(await answerOf(await member.get(path))).toEqual(notFound);
    }
    expect(await answerOf(await member.post("/api/objects/upload/x"))).toEqual(notFound);
  });

  it("say which methods they have", async () => {
    const { member } = await appWithMember();
    const answer = await member.send("PUT", "/api/user", { body: {} });
    expect(answer.headers.get("Allow")).toBe("GET, PATCH");
    expect(await answerOf(answer)).toEqual(withMessage(405, "This address doesn't accept PUT"));
    for (const [method, path] of [["GET", "/api/login"], ["OPTIONS", "/api/profiles"]] as const) {
      expect((await member.send(method, path)).status).toBe(405);
    }
  });
});

it("mailed links take no form that another site sent, also where its own page hides its origin", async () => {
  const site = new Hono<PageEnv>().all("/c/*", (c) => c.text("here"));
  const app = await appForTest({ site });
  const post = (path: string, headers: Record<string, string>) =>
    app.app.request(`http://localhost${path}`, {
      method: "POST",
      headers: { Host: "localhost", ...headers },
    });
  const own: Record<string, string>[] = [{}, { Origin: "null" }, {
    "Origin": "null",
    "Sec-Fetch-Site": "same-origin",
  }];
  for (const headers of own) {
    const answer = await post("/c/token", headers);
    expect([answer.status, answer.headers.get("Referrer-Policy")]).toEqual([200, "no-referrer"]);
  }
  const foreign: Record<string, string>[] = [
    { "Sec-Fetch-Site": "cross-site", Origin: "null" },
    { "Sec-Fetch-Site": "same-site" },
    { Origin: "https://evil.example" },
  ];
  for (const headers of foreign) {
    expect((await post("/c/token", headers)).status).toBe(403);
    // One click of a mail program, which ends reminders and can do nothing else.
    expect((await post("/c/token/no-reminders", headers)).status).toBe(200);
    for (const path of ["/connections", "/x/c/token", "/api/login"]) {
      expect((await post(path, headers)).status).toBe(403);
    }
  }
});

describe("answers", () => {
  it("tell browsers what they may do", async () => {
    const app = await appForTest({ site: givenSite() });
    const answer = await app.browser().get("/");
    const nonce = /nonce="([^"]+)"/.exec(await answer.text())?.[1];
    expect(answer.headers.get("Content-Security-Policy")).toBe(
      `default-src 'none'; script-src 'self' 'nonce-${nonce}'; ` +
        `style-src 'self' 'nonce-${nonce}'; style-src-attr 'unsafe-inline'; ` +
        `img-src 'self' data:; font-src 'self'; ` +
        "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; " +
        "manifest-src 'self'",
    );
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "x-content-type-options": "nosniff",
      "referrer-policy": "same-origin",
      "cross-origin-opener-policy": "same-origin",
      "x-request-id": expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    expect(answer.headers.has("Strict-Transport-Security")).toBe(false);
  });

  it("let no other site's script read them, nor ask whether it may", async () => {
    const { app, member } = await appWithMember({ site: givenSite() });
    const headers = {
      Origin: "https://elsewhere.example",
      "Access-Control-Request-Method": "PATCH",
    };
    for (const method of ["GET", "OPTIONS", "POST"]) {
      for (const path of ["/", "/api/user", "/api/directory", "/objects/x", "/healthz"]) {
        const answer = await member.send(method, path, { headers });
        const names = [...answer.headers.keys()].filter((name) =>
          name.startsWith("access-control")
        );
        expect([method, path, names]).toEqual([method, path, []]);
      }
    }
    expect(app.logged.filter(({ level }) => level === "error")).toEqual([]);
  });

  it("ask for https from then on in production, and set a cookie of this host alone", async () => {
    const app = await appForTest({
      appEnv: "production",
      appOrigin: "https://alumni.example.edu",
    });
    const answer = await app.browser().post("/api/register", someone);
    expect(answer.headers.get("Strict-Transport-Security")).toMatch(/^max-age=31536000/);
    expect(answer.headers.get("Set-Cookie")).toMatch(
      /^__Host-session=[\w-]{43}; Path=\/; Expires=.*; HttpOnly; Secure; SameSite=Lax$/,
    );
  });

  it("set every cookie for https alone on an https origin", async () => {
    const site = new Hono<PageEnv>().get("/cookies", (c) => {
      setCookie(c, "theme", "dark", { path: "/" });
      setCookie(c, "other", "a; secure", { secure: true });
      return c.text("set");
    });
    const cookiesOf = async (appOrigin: string) => {
      const app = await appForTest({ site, appOrigin });
      return (await app.browser().get("/cookies")).headers.getSetCookie();
    };
    expect(await cookiesOf("https://alumni.example.edu")).toEqual([
      "theme=dark; Path=/; Secure",
      "other=a%3B%20secure; Path=/; Secure",
    ]);
    expect((await cookiesOf("http://127.0.0.1:8000"))[0]).toBe("theme=dark; Path=/");
  });

  it("are compressed, errors too, and still have their headers", async () => {
    const app = await appForTest({ site: givenSite() });
    const answer = await app.browser().get("/api/user", { headers: { "Accept-Encoding": "gzip" } });
    expect(answer.status).toBe(401);
    expect(answer.headers.get("Content-Encoding")).toBe("gzip");
    expect(answer.headers.get("Vary")).toContain("Accept-Encoding");
    expect(answer.headers.get("Cache-Control")).toBe("private, no-store");
  });
});

describe("faults", () => {
  it("are answered with a reference and logged once, without personal data", async () => {
    const app = await appForTest({ site: givenSite() });
    const answer = await app.browser().get("/broken/jane@example.com?name=jane");
    const requestId = answer.headers.get("X-Request-Id");
    expect(answer.status).toBe(500);
    expect(await answer.text()).toBe(`Something went wrong on our side. Reference: ${requestId}`);
    const entries = app.logged.filter((entry) => entry.requestId === requestId);
    expect(entries).toMatchObject([
      { level: "error", error: "TypeError" },
      { level: "info", method: "GET", route: "/broken/:id", status: 500 },
    ]);
    expect(JSON.stringify(entries)).not.toContain("jane");
  });

  it("of something else that is needed are 503, without its words", async () => {
    const app = await appForTest({ site: givenSite() });
    const answer = await app.browser().get("/away");
    expect(answer.status).toBe(503);
    expect(answer.headers.get("Retry-After")).toBe("5");
    expect(await answer.text()).not.toContain("secret words");
  });
});

it("the log has a line for each request, with the pattern of its path", async () => {
  const { app, member } = await appWithMember(undefined, someone);
  await member.get(`/api/profile/${member.memberId}?search=secret`);
  expect(app.logged.at(-1)).toEqual({
    level: "info",
    event: "request",
    requestId: expect.any(String),
    method: "GET",
    route: "/api/profile/:userId",
    status: 404,
    ms: expect.any(Number),
  });
  for (const personal of ["jdoe", "Jane", "192.0.2.1", "secret"]) {
    expect(JSON.stringify(app.logged)).not.toContain(personal);
  }
  // Only a line about who signed in names a member, by their id.
  const requests = app.logged.filter(({ event }) => event === "request");
  expect(JSON.stringify(requests)).not.toContain(member.memberId);
});
