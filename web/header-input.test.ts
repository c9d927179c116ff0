import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { testOrigin } from "../api/testing/app.ts";
import { realSiteForTest } from "./testing/real-site.ts";

/** Texts that must not become a header, or a part of one. */
const hostile = [
  "\r\nSet-Cookie: session=stolen",
  "\nLocation: https://elsewhere.example/",
  "\0",
  "\x1b[31m",
  "\x7f",
  "\u2028",
  "嘊嘍Set-Cookie: session=stolen",
  "\ud800",
  "🪖\u202eelbat",
  "\\\\elsewhere.example",
  "//elsewhere.example",
  "/..//elsewhere.example",
  '"; filename="x.exe',
  "%0d%0aSet-Cookie:%20session=stolen",
  "%ED%A0%80",
  "%",
  "; Domain=example.com",
];
const piece = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...hostile) },
  { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 6 }) },
);
const text = fc.tuple(
  fc.constantFrom("", "/", "/directory", "/directory?search=", "/profile/", "/connections/new?to="),
  fc.array(piece, { minLength: 1, maxLength: 3 }),
).map(([start, pieces]) => start + pieces.join(""));

/** Encodings that people, browsers and scripts use: percent-encoded once, twice, or hardly at all. */
const encodings: readonly ((text: string) => string)[] = [
  encodeOnce,
  (text) => encodeOnce(encodeOnce(text)),
  (text) => text.replaceAll(/[^\x21-\x7e]|[;,"\\#]/g, encodeOnce),
];
function encodeOnce(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

type Site = Awaited<ReturnType<typeof realSiteForTest>>;

/** Every place where an answer's headers are made from input. */
const places: Readonly<
  Record<string, (site: Site, session: string, sent: string) => Promise<Response>>
> = {
  returnTo: (site, session, sent) => site.request("/", cookies(session, `return-to=${sent}`)),
  toast: (site, session, sent) => site.request("/profile", cookies(session, `toast=${sent}`)),
  columns: (site, session, sent) =>
    site.request("/program/import", cookies(session, `columns=${sent}`)),
  browser: (site, _, sent) => site.request("/", { headers: { Cookie: `browser=${sent}` } }),
  session: (site, _, sent) => site.request("/profile", { headers: { Cookie: `session=${sent}` } }),
  signedOut: (site, _, sent) => site.request(`/directory?search=${sent}`),
  signedOutPath: (site, _, sent) => site.request(`/profile/${sent}`),
  theme: (site, session, sent) =>
    form(site, session, "/theme", { returnTo: sent, again: decoded(sent) }),
  themeDecoded: (site, session, sent) => form(site, session, "/theme", { returnTo: decoded(sent) }),
  ask: (site, session, sent) =>
    form(site, session, "/connections/new", { to: decoded(sent), note: "Hello" }),
  conversation: (site, session, sent) =>
    form(site, session, `/connections/${sent}`, { action: decoded(sent) }),
  mailedLink: (site, session, sent) => form(site, session, `/c/${sent}`, { action: decoded(sent) }),
  person: (site, session, sent) =>
    form(site, session, `/program/everybody/${sent}`, { does: "accept" }),
  topics: (site, session, sent) => site.request(`/directory?helpTopics=${sent}`, cookies(session)),
  insights: (site, session, sent) =>
    site.request(`/program/insights/cycle-${sent}.csv`, cookies(session)),
  picture: (site, session, sent) => site.request(`/api/objects/${sent}`, cookies(session)),
  calls: (site, session, sent) => site.request(`/api/profiles?search=${sent}`, cookies(session)),
  requestId: (site, session, sent) =>
    site.request("/profile", {
      headers: { ...cookies(session).headers, "X-Request-Id": sent, "Traceparent": sent },
    }),
  referrer: (site, session, sent) =>
    site.request("/alumni/somebody", {
      headers: { ...cookies(session).headers, Referer: `${testOrigin}/directory?search=${sent}` },
    }),
};

const cookies = (session: string, more = "") => ({
  headers: { Cookie: `session=${session}; ${more}` },
});
const form = (site: Site, session: string, path: string, fields: Record<string, string>) =>
  site.request(path, {
    method: "POST",
    headers: { ...cookies(session).headers, Origin: testOrigin },
    body: new URLSearchParams(fields),
  });
function decoded(sent: string): string {
  try {
    return decodeURIComponent(sent);
  } catch {
    return sent;
  }
}

/** Expects no new line, only ASCII, and no link to another site. */
function expectHarmless(answer: Response): void {
  expect(answer.status).toBeLessThan(500);
  for (const [, value] of answer.headers) expect(value).toMatch(/^[\x20-\x7e]*$/);
  const location = answer.headers.get("Location");
  if (location !== null) expect(new URL(location, testOrigin).origin).toBe(testOrigin);
  const cookies = answer.headers.getSetCookie().join();
  expect(cookies).not.toContain("session=stolen");
  expect(cookies).not.toMatch(/domain=/i);
}

describe("input in headers", () => {
  it("never adds a header, and never makes a header invalid", async () => {
    const site = await realSiteForTest({ cadreCode: "code" });
    const staff = await site.testApp.member({ role: "cadre", cadreCode: "code" });
    const names = Object.keys(places);
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...names),
        text,
        fc.constantFrom(...encodings),
        async (name, sent, encode) => {
          const answer = await places[name]?.(site, staff.session() ?? "", encode(sent));
          if (answer === undefined) throw new Error(name);
          expectHarmless(answer);
          await answer.text();
        },
      ),
      { numRuns: 1500 },
    );
  });

  it.each([
    "/directory\r\nSet-Cookie: session=stolen",
    "/directory?search=\r\n",
    "/directory?search=\u0000",
    "/directory/../..//elsewhere.example",
    "/directory/\u2028",
    "/directory\t",
    "/connections/🪖\ud800",
    "/directory/\\..\\elsewhere.example",
  ])("leads to the home page where it is no address to return to: %j", async (address) => {
    const site = await realSiteForTest();
    const ada = await site.testApp.member({ firstName: "Ada", role: "alumni" });
    const sent = `return-to=${encodeOnce(address)}`;
    const answer = await site.request("/", cookies(ada.session() ?? "", sent));
    expect(answer.status).toBe(200);
    expect(await answer.text()).toContain("<title>Home");
  });
});
