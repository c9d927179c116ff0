import type { Hono } from "hono";
import { expect, it } from "vitest";
import { someProfile, testOrigin } from "../api/testing/app.ts";
import { processorMs } from "../events/testing/processor.ts";
import { helpTopics } from "../events/vocabulary.ts";
import type { PageEnv } from "./page-env.ts";
import {
  fill,
  formBodies,
  jsonBodies,
  many,
  multipartBodies,
  queries,
} from "./testing/large-bodies.ts";
import { realSiteForTest } from "./testing/real-site.ts";

const mostBytes = 1_000_000;
const mostMs = 100;

const lineFields = ["mos", "industry", "company", "jobTitle", "location", "phoneNumber"];

/** A profile with as much data as allowed, in the values that take most space in a page. */
const fullProfile = {
  ...someProfile,
  ...Object.fromEntries(lineFields.map((name) => [name, fill.repeat(200)])),
  bio: fill.repeat(4000),
  expertise: many(50, () => fill.repeat(200)),
  armySchools: many(50, () => fill.repeat(200)),
  previousPositions: many(50, () => fill.repeat(200)),
  linkedinUrl: `https://linkedin.com/in/${"x".repeat(470)}`,
  calendarUrl: `https://calendar.example.com/${"x".repeat(470)}`,
  helpTopics,
};

async function given() {
  const { testApp, app, routes: all } = await realSiteForTest({
    cadreCode: "a code",
    limits: { registrationsPerAddress: 1e6, verificationMails: 1e6, uploadsPerMember: 1e6 },
    trustedProxies: ["192.0.2.0/24"],
  });
  const member = await testApp.member({ role: "alumni" });
  expect((await member.post("/api/profile", fullProfile)).status).toBe(201);
  const routes = all.filter(({ path }) => !/^\/(api|objects|mail)\//.test(path));
  const calls = all.filter(({ method, path }) => method !== "ALL" && path.startsWith("/api/"))
    .map(({ method, path }) => ({ method, path: path.replaceAll(/:\w+/g, "x") }));
  expect(calls.length).toBeGreaterThan(15);
  return { testApp, app, routes, calls, session: `session=${member.session()}` };
}

async function ask(app: Hono<PageEnv>, method: string, path: string, init: RequestInit) {
  const headers = { Origin: testOrigin, ...init.headers };
  const request = new Request(new URL(path, testOrigin), { ...init, method, headers });
  const answer = await app.fetch(request, { remoteAddr: { hostname: "192.0.2.1" } });
  return { status: answer.status, bytes: (await answer.arrayBuffer()).byteLength };
}

type RequestCase = readonly [name: string, method: string, path: string, init: RequestInit];

/**
 * Requests whose answer is too large, takes too much processor time in all threads, or fails; with
 * the measured values.
 */
async function outOfBounds(app: Hono<PageEnv>, asked: readonly RequestCase[]) {
  const wrong: string[] = [];
  for (const [name, method, path, init] of asked) {
    let answer = { status: 0, bytes: 0 };
    const ms = await processorMs(async () => answer = await ask(app, method, path, init), {
      enough: mostMs,
    });
    if (ms < mostMs && answer.bytes <= mostBytes && answer.status < 500) continue;
    wrong.push(
      `${method} ${path.slice(0, 40)}, ${name}: ${answer.status}, ${answer.bytes} bytes, ${
        Math.round(ms)
      } ms`,
    );
  }
  return wrong;
}

/** The largest body that a path accepts. */
const sizeAt = (path: string) =>
  /^\/(api\/profile|profile\/edit)$/.test(path) ? 512 * 1024 : 64 * 1024;

/** Requests that would end the session or delete data for the others. They are left out. */
const isEnd = (method: string, path: string) => /logout|delete/.test(path) || method === "DELETE";

it("every call gives a small answer to the largest request, fast", async () => {
  const { app, calls, session } = await given();
  const asked = calls.filter(({ method }) => method !== "GET").flatMap(({ method, path }) => {
    const Cookie = isEnd(method, path) ? "session=none" : session;
    const headers = { Cookie, "Content-Type": "application/json" };
    return Object.entries(jsonBodies(sizeAt(path)))
      .map(([name, body]): RequestCase => [name, method, path, { headers, body }]);
  });
  expect(await outOfBounds(app, asked)).toEqual([]);
}, 300_000);

it("every form does, too, and shows the sent values again", async () => {
  const { app, routes, session } = await given();
  const paths = new Set(
    routes.filter(({ method }) => method === "POST").map(({ path }) => path),
  );
  expect(paths.size).toBeGreaterThan(12);
  const asked = [...paths].flatMap((path) => {
    const size = sizeAt(path);
    const who = isEnd("POST", path) ? ["session=none"] : [session, "session=none"];
    return who.flatMap((Cookie) => [
      ...Object.entries(formBodies(size)).map(([name, body]): RequestCase => [name, "POST", path, {
        headers: { Cookie, "Content-Type": "application/x-www-form-urlencoded" },
        body,
      }]),
      ...Object.entries(multipartBodies(size)).map((
        [name, body],
      ): RequestCase => [name, "POST", path, {
        headers: { Cookie, "Content-Type": "multipart/form-data; boundary=x" },
        body,
      }]),
    ]);
  });
  expect(await outOfBounds(app, asked)).toEqual([]);
}, 300_000);

it("every page and every list does, too, for any URL and headers", async () => {
  const { app, routes, calls, session } = await given();
  const pages = routes.filter(({ method, path }) => method === "GET" && !path.includes("*"));
  const paths = new Set([
    ...pages.map(({ path }) => path.replaceAll(/:\w+/g, "x")),
    ...calls.filter(({ method }) => method === "GET").map(({ path }) => path),
    `/${"x".repeat(60_000)}`,
    "/x".repeat(30_000),
    `/alumni/${"%3C".repeat(20_000)}`,
  ]);
  const longHeaders = [
    "Cookie",
    "Referer",
    "Accept-Encoding",
    "If-None-Match",
    "X-Forwarded-For",
    "Accept",
    "X-Member",
  ];
  const asked = [...paths].flatMap((path) => [
    ...Object.entries(queries(60_000)).flatMap(([name, query]) =>
      [session, "session=none"].map(
        (
          Cookie,
        ): RequestCase => [name, "GET", `${path}?${query}`.slice(0, 65_000), {
          headers: { Cookie },
        }],
      )
    ),
    ...longHeaders.flatMap((name) =>
      ["x", ",", ";", "gzip;q=0,", "1.1.1.1, ", `${testOrigin}/alumni?`, "toast=x; ", "a=b;"].map(
        (unit): RequestCase => [`${name}: ${unit}`, "GET", path, {
          headers: {
            Cookie: session,
            [name]: `${name === "Cookie" ? `${session}; ` : ""}${
              unit.repeat(60_000 / unit.length)
            }`,
          },
        }],
      )
    ),
  ]);
  expect(await outOfBounds(app, asked)).toEqual([]);
}, 300_000);

it("the largest allowed profile is saved, in any encoding", async () => {
  const { app, testApp } = await given();
  const text = (length: number) => "\u6f22".repeat(length);
  const entries = many(50, () => text(200));
  const kept = { bio: text(4000), previousPositions: entries, helpTopics };
  const profile = {
    ...someProfile,
    ...Object.fromEntries(lineFields.map((name) => [name, text(200)])),
    ...kept,
    expertise: entries,
    armySchools: entries,
    linkedinUrl: `https://linkedin.com/in/${"x".repeat(470)}`,
    calendarUrl: `https://calendar.example.com/${"x".repeat(470)}`,
  };
  const escaped = JSON.stringify(profile).replaceAll("\u6f22", "\\u6f22");
  const form = Object.entries({ ...profile, isVisible: "true", version: "", save: "" })
    .flatMap(([name, value]) => [value].flat().map((one) => [name, one]));
  const shared = ["location", "industry", "specialty", "helpTopics", "classYear"];
  const encoded = new URLSearchParams([...form, ...shared.map((name) => [`shared.${name}`, "on"])]);

  const one = await testApp.member({ role: "alumni" });
  const created = await one.post("/api/profile", escaped);
  expect([created.status, await created.json()]).toMatchObject([201, kept]);
  const other = await testApp.member({ role: "alumni" });
  const answer = await app.request(`${testOrigin}/profile/edit`, {
    method: "POST",
    headers: { Origin: testOrigin, Cookie: `session=${other.session()}` },
    body: encoded,
  });
  expect([answer.status, answer.headers.get("Location")]).toEqual([303, "/profile"]);
  expect(await (await other.get("/api/profile/me")).json()).toMatchObject(kept);
  expect(escaped.length).toBeGreaterThan(200_000);
  expect(encoded.toString().length).toBeGreaterThan(300_000);
});
