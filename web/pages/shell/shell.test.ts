import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { aMember } from "../../testing/members.ts";
import { createTestSite } from "../../testing/site.ts";
import { textsOf } from "../../testing/read-html.ts";

const site = await createTestSite({
  members: [aMember({ memberId: "jordan", lastName: "<Rivera>" })],
});
const withCookie = (cookie: string) => site.request("/", { headers: { Cookie: cookie } });

describe("theme", () => {
  it("is light unless the cookie says dark", async () => {
    expect(await site.page("/")).toContain('class="radix-themes"');
    expect(await (await withCookie("theme=dark")).text()).toContain('class="radix-themes dark"');
  });

  it("can be switched without script, and returns to the page", async () => {
    const response = await site.send("/theme", { returnTo: "/forgot-password?a=1" });
    expect(response.cookies).toContain("theme=dark");
    expect(response.location).toBe("/forgot-password?a=1");
  });

  it("never returns to an address that isn't a page", async () => {
    const response = await site.send("/theme", { returnTo: `/alumni?search=${"x".repeat(8000)}` });
    expect(response.location).toBe("/");
    const html = await site.page(`/?a=${"x".repeat(8000)}`, "jordan");
    expect(html).toContain('name="returnTo" value="/"');
  });

  it.each([
    "https://evil.example/",
    "//evil.example/",
    "javascript:alert(1)",
    "http://localhost//evil.example/",
    "/..//evil.example/",
    "/\\evil.example/",
  ])(
    "leads nowhere else: %s",
    async (returnTo) => {
      expect((await site.send("/theme", { returnTo })).location).toBe("/");
    },
  );
});

describe("toast without script", () => {
  const cookie = (toast: unknown) => `toast=${encodeURIComponent(JSON.stringify(toast))}`;

  it("shows once", async () => {
    const response = await withCookie(cookie({ title: "Welcome back!" }));
    expect(textsOf(await response.text(), "p")).toContain("Welcome back!");
    expect(response.headers.get("Set-Cookie")).toContain("toast=;");
  });

  it("is kept for the next page if a script makes a request first", async () => {
    const Cookie = cookie({ title: "Message sent" });
    const response = await site.request("/", { headers: { Cookie, "Sec-Fetch-Mode": "cors" } });
    expect(await response.text()).not.toContain("toast-title");
    expect(response.headers.get("Set-Cookie") ?? "").not.toContain("toast=");
  });

  it("is shown as plain text", async () => {
    const html = await (await withCookie(cookie({ title: "<img src=x>" }))).text();
    expect(html).not.toContain("<img src=x>");
  });

  it.each(["toast=%7B", cookie({ title: 1 })])("ignores an invalid cookie: %s", async (wrong) => {
    expect(await (await withCookie(wrong)).text()).not.toContain("toast-title");
  });
});

describe("pages", () => {
  it("can't be cached if they are a member's", async () => {
    const response = await site.get("/", "jordan");
    expect(response.headers.get("Cache-Control")).toBe("private, no-store");
  });

  it("have one `main` element and a link to it", async () => {
    const html = await site.page("/", "jordan");
    expect(html.match(/<main/g)).toHaveLength(1);
    expect(html).toContain('href="#main"');
  });

  it("don't describe an internal error", async () => {
    const site = await createTestSite();
    site.product.login.login = () => Promise.reject(new Error("secret detail"));
    const form = { username: "jordan", password: "correct horse" };
    const { status, html } = await site.send("/login", form);
    expect([status, html.includes("secret detail")]).toEqual([500, false]);
    expect(html).toContain("Something went wrong");
  });
});

describe("the shell", () => {
  const destinations = [["Home", "/"], ["Cadre", "/cadre"], ["Alumni", "/alumni"], [
    "Directory",
    "/directory",
  ]] as const;

  it.each(destinations)("links to %s, and marks the current page", async (label, path) => {
    const html = await site.page(path, "jordan");
    const navigation = html.slice(html.indexOf("<nav"), html.indexOf("</nav>"));
    expect(navigation.match(/aria-current/g)).toHaveLength(1);
    expect(navigation).toContain(`<a href="${path}" aria-current="page">${label}</a>`);
    for (const [other] of destinations) expect(navigation).toContain(`>${other}</a>`);
  });

  it("has a logo that leads home, a theme toggle and the user menu", async () => {
    const html = await site.page("/alumni", "jordan");
    const header = html.slice(html.indexOf("<header"), html.indexOf("</header>"));
    expect(header).toContain('<a class="shell-logo" href="/">');
    expect(header).toContain('aria-label="Dark theme"');
    expect(header).toContain('aria-label="My Account: Jordan &lt;Rivera&gt;"');
    expect(header).toContain('<span class="avatar-initials">J&lt;</span>');
  });

  it("ends with the program, its university and the support address", async () => {
    const html = await site.page("/");
    const footer = html.slice(html.indexOf("<footer"), html.indexOf("</footer>"));
    expect(footer).toContain('class="brand-mark"');
    expect(footer).toContain("TCU Army ROTC");
    expect(footer).toContain("Texas Christian University");
    expect(footer).toContain("Questions or Support?");
    expect(footer).toContain('href="mailto:support@example.edu"');
  });

  it.each([
    ["styles/tokens.css", "--width-page: 80rem"],
    ["styles/tokens.css", "--height-header: 4rem"],
    ["toasts/toaster.css", "max-width: 420px"],
  ])("has in %s the measure %s", async (file, measure) => {
    const css = await readFile(new URL(`../../${file}`, import.meta.url), "utf8");
    expect(css).toContain(`${measure};`);
  });
});

describe("another program", () => {
  it("has its own color and logo on every page", async () => {
    const logo = "a-tag";
    const other = await createTestSite({ brand: { brandColor: "#BA0C2F", logo } });
    const response = await other.get("/");
    const html = await response.text();
    const nonce = /'nonce-([^']+)'/.exec(response.headers.get("Content-Security-Policy") ?? "")
      ?.[1];
    expect(html).toContain(`<style nonce="${nonce}">.radix-themes.radix-themes{`);
    expect(html).toContain("--accent-9:#ba0c2f;");
    expect(html.match(new RegExp(`<img[^>]*src="/logo\\?v=${logo}"`, "g"))).toHaveLength(2);
    expect(html).not.toContain("brand-mark-shield");
    expect(await (await other.get("/manifest.webmanifest")).json()).toMatchObject({
      theme_color: "#BA0C2F",
      icons: [{ src: `/logo?v=${logo}`, type: "image/webp" }, {}, {}],
    });
  });

  it("has the defaults unless they are set", async () => {
    expect(await site.page("/")).not.toMatch(/--accent-|\/logo/);
    expect((await site.get("/logo")).status).toBe(404);
  });
});
