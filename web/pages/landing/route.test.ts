import { describe, expect, it } from "vitest";
import { aMember, anAlum } from "../../testing/members.ts";
import { createTestSite } from "../../testing/site.ts";
import { expectTexts } from "../../testing/expect-answer.ts";
import { byGroup } from "../../../search/facets.ts";
import { byRole } from "../../../search/profile-search.ts";
import { PeopleCount } from "./route.tsx";
import { linkTo, textsOf } from "../../testing/read-html.ts";

const registration = {
  username: "dana",
  password: "correct horse",
  email: "dana@example.edu",
  firstName: "Dana",
  lastName: "Whitfield",
  role: "alumni",
};

const siteWithJordan = (options = {}) =>
  createTestSite({ members: [aMember({ memberId: "jordan" })], ...options });

describe("landing page", () => {
  it("says who the product is for, and how to start", async () => {
    const html = await (await siteWithJordan()).page("/");
    expect(textsOf(html, "h1")).toEqual(["Connect with TCU Army ROTC Alumni"]);
    expect(textsOf(html, "h2")).toEqual(
      expect.arrayContaining(["Connect with Alumni", "Direct Contact", "Career Guidance"]),
    );
    expectTexts(html, [
      "A privacy-first mentorship platform for TCU Army ROTC cadets",
      "Browse Directory</a>",
      ...["Login", "Forgot Password?", "Sign up", "Questions or Support?"],
      "mailto:support@example.edu",
      ...["willing to mentor", "email, phone or LinkedIn", "branch selection, BOLC prep"],
      "Filter alumni by branch, class year, industry, location and specialty.",
      "Alumni control their visibility and can hide or delete their profile at any time.",
      "Messages are relayed by email from this site, which protects personal addresses.",
      "Resume review, branching advice and career transitions.",
      ...["Alumni create a profile", "Cadets search and connect", "Cadets get guidance"],
    ]);
  });

  it("replaces the registration with one sentence if it is by invitation", async () => {
    const site = await createTestSite({ admission: { by: "invited" } });
    for (const path of ["/", "/?mode=register"]) {
      const html = await site.page(path);
      expect(html).toContain("Registration is by invitation only.");
      expect(html).toContain('action="/login"');
      expect(html).not.toContain('action="/register');
      expect(html).not.toContain("Sign up");
    }
  });

  it("shows another program's name, and counts its people in tens", async () => {
    const members = Array.from({ length: 57 }, (_, at) => anAlum(`m${at}`));
    const html = await (await createTestSite({ brand: { programName: "Lakeside" }, members })).page(
      "/",
    );
    expectTexts(html, ["Connect with Lakeside Army ROTC Alumni", "people are in"]);
    expect(textsOf(html, "strong")).toContain("50+");
  });

  it("has no inline style and no script without the nonce", async () => {
    const site = await siteWithJordan();
    const nonces = new Set<string | undefined>();
    // Request it uncached and cached, alternating with another address.
    for (const path of ["/", "/", "/?from=mail", "/", "/?from=mail"]) {
      const response = await site.get(path);
      const html = await response.text();
      const nonce = /'nonce-([^']+)'/.exec(response.headers.get("Content-Security-Policy") ?? "")
        ?.[1];
      expect(html).not.toContain("style=");
      const tags = [...html.matchAll(/<(script|style)(?![^>]*application\/json)[^>]*>/g)];
      expect(tags.length).toBeGreaterThan(1);
      for (const [tag] of tags) expect(tag).toContain(`nonce="${nonce}"`);
      expect(html).toContain(`name="returnTo" value="${path}"`);
      nonces.add(nonce);
    }
    expect(nonces.size).toBe(5);
  });
});

describe("the link to the directory", () => {
  it("leads to the login, says why, and continues after signing in", async () => {
    const site = await siteWithJordan();
    const html = await site.page("/?mode=register");
    expect(linkTo(html, "Browse Directory")).toBe("/directory#login-username");
    const led = await site.get("/directory");
    expect(led.headers.get("Location")).toBe("/");
    expect(decodeURIComponent(led.headers.get("Set-Cookie") ?? "")).toContain("=/directory;");
    const landing = await site.page("/");
    expect(landing).toMatch(/<input[^>]*id="login-username"[^>]*"login-username-hint"/);
    expect(landing).toMatch(/id="login-username-hint"[^>]*>Sign in to browse the directory/);
  });

  it("shows cards of made-up people, which can't be pressed", async () => {
    const html = await (await siteWithJordan()).page("/");
    expect(html).toContain("The people on these cards are made up");
    const [, cards = ""] = html.split('<div class="examples-cards columns" inert="">');
    expect(cards.split("</figure>")[0]).toContain("Dana Whitfield");
    expect(html.split('<div class="examples-cards')[0]).not.toContain("/alumni/");
  });
});

describe("login without script", () => {
  it("signs in and leads home, with a toast", async () => {
    const form = { username: "jordan", password: "correct horse" };
    const { status, location, cookies } = await (await siteWithJordan()).send("/login", form);
    expect([status, location]).toEqual([303, "/"]);
    expectTexts(cookies, ["session=", "Welcome back!"]);
  });

  it("keeps the name but never the password when it fails", async () => {
    const form = { username: "jordan", password: "wrong horse" };
    const { status, html } = await (await siteWithJordan()).send("/login", form);
    expect(status).toBe(401);
    expect(html).toContain("Login failed");
    expect(html).toContain("Invalid username or password");
    expect(html).toContain('value="jordan"');
    expect(html).not.toContain("wrong horse");
  });
});

describe("registration without script", () => {
  it("says that a username is taken, and keeps the rest", async () => {
    const { status, html } = await (await siteWithJordan()).send("/register", {
      ...registration,
      username: "jordan",
    });
    expect(status).toBe(409);
    expectTexts(html, ["Username already taken", 'value="dana@example.edu"'], ["correct horse"]);
  });

  it("ignores a code if the role doesn't need one", async () => {
    const response = await (await siteWithJordan()).send("/register", {
      ...registration,
      cadreCode: "",
    });
    expect(response.status).toBe(303);
  });
});

describe("logout without script", () => {
  it("removes the session's cookie", async () => {
    const response = await (await siteWithJordan()).send("/logout", {}, "jordan");
    expect(response.location).toBe("/");
    expect(response.cookies).toContain("session=;");
  });
});

const monday = Date.parse("2026-11-23T12:00:00Z");
const hourMs = 60 * 60 * 1000;

function counting(totals: (number | Error)[]) {
  let atMs = monday;
  const directory = {
    async count() {
      const total = totals.shift() ?? 0;
      if (total instanceof Error) throw total;
      const roles = byRole(() => 0);
      return { memberIds: [], total, roles, relaxed: null, facets: byGroup(() => []) };
    },
  };
  const people = new PeopleCount(directory, () => new Date(atMs));
  return { read: () => people.read(), pass: (ms: number) => atMs += ms };
}

describe("the number of people in the directory", () => {
  it.each([[0, undefined], [49, undefined], [50, 50], [59, 50], [487, 480], [10_000, 10_000]])(
    "is shown for %d people as %s",
    async (total, told) => {
      expect(await counting([total]).read()).toBe(told);
    },
  );

  it("stays the same for a week, even if people join or leave", async () => {
    const { read, pass } = counting([59, 70]);
    expect(await read()).toBe(50);
    pass(40 * hourMs);
    expect(await read()).toBe(50);
    pass(7 * 24 * hourMs);
    expect(await read()).toBe(70);
  });

  it("is left out while search is unavailable", async () => {
    const { read } = counting([new Error("away"), 120]);
    expect(await read()).toBe(undefined);
    expect(await read()).toBe(120);
  });
});
