/**
 * Checks what assistive technology needs on every page; `web/e2e/accessibility.e2e.ts` checks the
 * rest.
 */
import { glob, readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { aMember, anAlum } from "../../testing/members.ts";
import { linksOf, textsOf } from "../../testing/read-html.ts";
import { createTestSite } from "../../testing/site.ts";

const site = await createTestSite({
  cadreCode: "hold fast",
  members: [
    anAlum("alum"),
    aMember({ memberId: "undecided", role: null }),
    aMember({ memberId: "cadet", role: "cadet", emailVerified: true }),
    aMember({ memberId: "stan", role: "cadre", isCadreConfirmed: true, emailVerified: true }),
  ],
});

const signedOut = [
  ...["/", "/?mode=register", "/forgot-password", "/reset-password", "/reset-password?token=t"],
  ...["/verify-email", "/code?code=12345678", "/invitation?token=t", "/c/t", "/privacy"],
  "/accessibility",
];
const members = [
  ...["/", "/cadre", "/alumni", "/directory", "/alumni/alum", "/alumni/no-one", "/nowhere"],
  ...["/profile", "/profile/edit", "/profile/preview", "/profile/security", "/profile/addresses"],
  ...["/profile/data", "/profile/delete", "/profile/delete-account", "/contacts", "/connections"],
  ...["/mentoring", "/commissioning"],
];
const staff = [
  ...["/program", "/program/everybody", "/program/everybody/alum", "/program/invitations"],
  ...["/program/reports", "/program/insights", "/program/settings", "/program/settings/brand"],
  ...["/program/mail", "/program/history", "/program/setup"],
  ...["/program/import", "/program/secret", "/program/questions", "/program/commissioning"],
];
const pages: readonly (readonly [path: string, reader: string | undefined])[] = [
  ...signedOut.map((path) => [path, undefined] as const),
  ...members.map((path) => [path, "alum"] as const),
  ...staff.map((path) => [path, "stan"] as const),
  ...["/", "/connections/question", "/connections/new?to=alum"].map((path) =>
    [path, "cadet"] as const
  ),
  ["/", "undecided"],
];

const titles = new Map<string, string>();
/** Links and buttons of a part of the page, in order. */
const partOf = (html: string, name: "header" | "footer") =>
  linksOf(html.slice(html.indexOf(`<${name} class="shell`), html.lastIndexOf(`</${name}>`)))
    .map(({ text, href }) => `${text} ${href}`);

describe("a page", () => {
  it.each(pages)(
    "begins with a link to its content, and is in English: %s",
    async (path, reader) => {
      const html = await site.page(path, reader);
      expect(html).toMatch(/<html [^>]*lang="en"/);
      expect(linksOf(html.slice(html.indexOf("<body")))[0]).toEqual({
        text: "Skip to content",
        href: "#main",
      });
      expect(html).toContain('<main id="main"');
    },
  );

  it.each(pages)("has a title of its own: %s", async (path, reader) => {
    const [title = ""] = textsOf(await site.page(path, reader), "title");
    expect(title).toMatch(/TCU Army ROTC/);
    expect(title.length).toBeLessThan(120);
    titles.set(`${path} ${reader}`, title);
  });

  it.each(pages)(
    "has one main title, and headings that skip no level: %s",
    async (path, reader) => {
      // A closed dialog has its own title, and isn't part of the outline.
      const html = (await site.page(path, reader)).replaceAll(
        /<(dialog|template)\b[^]*?<\/\1>/g,
        "",
      );
      const levels = [...html.matchAll(/<h([1-6])\b/g)].map((
        [, level],
      ) => Number(level));
      expect(levels.filter((level) => level === 1)).toHaveLength(1);
      const skipped = levels.filter((level, index) => level > (levels[index - 1] ?? 1) + 1);
      expect([levels, skipped]).toEqual([levels, []]);
    },
  );

  it.each(pages)(
    "has navigation and help in the same order as every other: %s",
    async (path, reader) => {
      const html = await site.page(path, reader);
      expect(partOf(html, "footer")).toEqual([
        "Privacy /privacy",
        "Accessibility /accessibility",
        "support@example.edu mailto:support@example.edu",
      ]);
      const navigation = html.slice(html.indexOf("<nav"), html.indexOf("</nav>"));
      const hasNavigation = reader !== undefined && reader !== "undecided" &&
        !path.startsWith("/c/");
      expect(linksOf(hasNavigation ? navigation : "").map(({ text }) => text))
        .toEqual(hasNavigation ? ["Home", "Cadre", "Alumni", "Directory"] : []);
    },
  );

  it.each(pages)(
    "has no audio, video or animation that moves by itself: %s",
    async (path, reader) => {
      const html = await site.page(path, reader);
      expect(html).not.toMatch(/<(audio|video|object|embed|marquee|blink|iframe)\b/);
      expect(html).not.toMatch(/http-equiv="refresh"/i);
      expect((await site.get(path, reader)).headers.has("Refresh")).toBe(false);
    },
  );
});

it("pages with different contents have different titles", () => {
  const different = [
    "/privacy undefined",
    "/accessibility undefined",
    "/profile alum",
    "/contacts alum",
  ];
  expect(new Set(different.map((page) => titles.get(page))).size).toBe(different.length);
});

it("names the purpose of fields about oneself, for browsers to fill in", async () => {
  const register = await site.page("/?mode=register");
  for (const purpose of ["given-name", "family-name", "email", "username", "new-password"]) {
    expect(register).toContain(
      `autoComplete="${purpose}"`.toLowerCase().replace("autocomplete", "autoComplete"),
    );
  }
  expect(await site.page("/")).toContain("current-password");
  const edit = await site.page("/profile/edit", "alum");
  for (const purpose of ["organization", "organization-title", "tel"]) {
    expect(edit).toContain(`"${purpose}"`);
  }
});

it("has no style that depends on how a screen is turned", async () => {
  for await (const file of glob("web/**/*.css")) {
    expect([file, /orientation\s*:/.test(await readFile(file, "utf8"))]).toEqual([file, false]);
  }
});
