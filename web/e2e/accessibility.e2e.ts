import type { BrowserContext, Page } from "playwright-core";
import { beforeAll, expect, it } from "vitest";
import { complaintsOf, describeInBrowser } from "../testing/browser.ts";
import { examined, expectFine } from "./faults.ts";
import { open, ready } from "./page.ts";
import { stageForTests } from "./product.ts";

const stage = stageForTests();
let alumId: string;
let cadetsPage: Page;
let ownersPage: Page;

/** Pages of a member without a profile. */
const cadetsPaths = [
  "/",
  "/select-role",
  "/nowhere",
  "/cadre",
  "/alumni?armyBranches=Infantry&search=dana",
  "/directory?search=nobody&armyBranches=Infantry",
  "/directory?page=9",
  "/alumni/{alum}",
  "/alumni/nobody",
  "/connections",
  "/connections/new?to={alum}",
  "/connections/question",
  "/commissioning",
  "/profile",
  "/profile/edit",
];

const ownersPaths = [
  "/profile",
  "/profile/preview",
  "/profile/security",
  "/profile/addresses",
  "/profile/data",
  "/contacts",
  "/mentoring",
  "/privacy",
  "/accessibility",
];

describeInBrowser("members' pages", () => {
  beforeAll(async () => {
    for (const [index, lastName] of ["Whitfield", "Okafor", "Reed"].entries()) {
      const role = index === 2 ? "cadre" : "alumni";
      const { id } = await stage.member({
        lastName,
        role,
        profile: {
          bio: "Two deployments, then graduate school.",
          industry: "Energy",
          location: "Fort Worth, TX",
          helpTopics: ["Networking", "Ranger School", "OML Strategy", "PCS Tips"],
          expertise: ["Supply chains"],
          armySchools: ["Ranger School"],
          previousPositions: ["Company Commander"],
          phoneNumber: "817 555 0100",
          secondaryEmail: "dana@army.example",
          linkedinUrl: "https://www.linkedin.com/in/dana",
        },
      });
      if (index === 0) alumId = id;
    }
    cadetsPage = (await stage.member({ role: "cadet", ...examined })).page;
    ownersPage = (await stage.member({ profile: {}, ...examined })).page;
  });

  it.each(cadetsPaths)(
    "have no axe violations, in both themes, for a cadet: %s",
    async (path) => {
      await open(cadetsPage, path.replace("{alum}", alumId));
      await expectFine(cadetsPage);
    },
  );

  it.each(ownersPaths)(
    "have no axe violations, in both themes, for their owner: %s",
    async (path) => {
      await open(ownersPage, path);
      await expectFine(ownersPage);
    },
  );

  it("have overlays and errors without axe violations", async () => {
    const viewport = { width: 390, height: 900 };
    const { page } = await stage.member({ viewport, ...examined });
    await open(page, "/directory?armyBranches=Infantry");
    await page.getByRole("button", { name: "Filters" }).click();
    await page.getByRole("dialog").waitFor();
    await expectFine(page, "drawer", { within: "[role=dialog]" });
    await page.keyboard.press("Escape");
    await page.route("**/api/directory*", (route) => route.abort());
    await page.getByRole("link", { name: /Remove filter/ }).click();
    await page.getByText("Failed to fetch profiles").waitFor();
    await expectFine(page, "failure", { within: "[role=alert]" });

    await stage.publish(page.context());
    await open(page, "/profile");
    await page.getByRole("button", { name: "Delete Account" }).click();
    await page.getByRole("alertdialog").waitFor();
    await expectFine(page, "question", { within: "[role=alertdialog]" });
  });
});

/** Pages of every kind: with a form, a list, long texts, and links to conversations. */
const someOfAll = ["/", "/directory", "/profile", "/profile/edit", "/contacts", "/privacy"];

describeInBrowser("pages for people who use a keyboard, voice or a magnifier", () => {
  let page: Page;
  beforeAll(async () => {
    const viewport = { width: 1280, height: 700 };
    page = (await stage.member({ profile: { phoneNumber: "817 555 0100" }, viewport })).page;
  });

  it.each(someOfAll)("show a visible focus that nothing covers: %s", async (path) => {
    await open(page, path);
    const address = page.url();
    for (let step = 0; step < 40; step++) {
      await page.keyboard.press("Tab");
      // Wait until styles have changed and the page has scrolled to it.
      await expect.poll(() => hiddenFocus(page), { message: `step ${step}` }).toBe("");
    }
    // Focusing alone opens nothing and leads nowhere.
    expect(page.url()).toBe(address);
    expect(await page.locator("[role=dialog]:visible, [role=menu]:visible").count()).toBe(0);
  });

  it.each(someOfAll)("have accessible names that contain their visible text: %s", async (path) => {
    await open(page, path);
    const others = await page.evaluate(() => {
      const plain = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, " ").trim();
      const controls = document.querySelectorAll<HTMLElement>(
        "a[aria-label], button[aria-label], summary[aria-label], [role=button][aria-label]",
      );
      return [...controls].filter((one) => one.checkVisibility()).flatMap((control) => {
        const [name, text] = [control.ariaLabel ?? "", control.innerText].map(plain);
        // A picture's initials aren't words.
        const isWords = text !== undefined && /\p{L}{3}/u.test(text);
        return isWords && !name?.includes(text)
          ? [`${control.innerText}: ${control.ariaLabel}`]
          : [];
      });
    });
    expect(others).toEqual([]);
  });

  it.each(["light", "dark"] as const)(
    "have fields and a focus that stand out from what is behind them, in the %s theme",
    async (theme) => {
      await page.context().addCookies([{ name: "theme", value: theme, url: stage.origin }]);
      await open(page, "/profile/edit");
      await page.evaluate(
        (isDark) => document.documentElement.classList.toggle("dark", isDark),
        theme === "dark",
      );
      const contrasts = await page.evaluate(() => {
        const context = document.createElement("canvas").getContext("2d", {
          willReadFrequently: true,
        });
        /** Blends a color over another, as bytes, in the browser. */
        const bytes = (...colors: readonly string[]) => {
          if (context === null) return [0, 0, 0];
          for (const color of colors) {
            context.fillStyle = color;
            context.fillRect(0, 0, 1, 1);
          }
          return [...context.getImageData(0, 0, 1, 1).data].slice(0, 3);
        };
        const luminance = (color: readonly number[]) => {
          const [red = 0, green = 0, blue = 0] = color.map((byte) => {
            const part = byte / 255;
            return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
          });
          return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
        };
        const contrast = (one: readonly number[], other: readonly number[]) => {
          const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) =>
            a - b
          );
          return (light + 0.05) / (dark + 0.05);
        };
        const card = getComputedStyle(document.querySelector(".rt-Card") ?? document.body);
        const probe = document.body.appendChild(document.createElement("i"));
        const colorOf = (value: string) => {
          probe.style.color = value;
          return getComputedStyle(probe).color;
        };
        const behind = colorOf("var(--color-card)");
        const page = colorOf("var(--color-page)");
        const field = document.querySelector(".rt-TextFieldRoot");
        const [edge = ""] = /(?:rgba?|color|oklch|lab)\([^)]*\)/.exec(
          field === null ? "" : getComputedStyle(field).boxShadow,
        ) ?? [];
        return {
          edge: contrast(bytes(behind, edge), bytes(behind)),
          focusOnCard: contrast(bytes(behind, colorOf("var(--color-focus)")), bytes(behind)),
          focusOnPage: contrast(bytes(page, colorOf("var(--color-focus)")), bytes(page)),
          hasCard: card.display !== "",
        };
      });
      for (const name of ["edge", "focusOnCard", "focusOnPage"] as const) {
        expect([name, contrasts[name]]).toEqual([name, expect.toSatisfy((by) => by >= 3)]);
      }
    },
  );
});

/** Why the focus isn't visible: not drawn, outside of the window, or covered. */
function hiddenFocus(page: Page): Promise<string> {
  return page.evaluate(() => {
    const element = document.activeElement;
    // After the last element, the browser's own controls have the focus.
    if (element === null || element === document.body) return "";
    const name = element.outerHTML.slice(0, 120);
    const framed = [element, element.parentElement, element.nextElementSibling].some((one) => {
      if (one === null) return false;
      const { outlineStyle, outlineWidth } = getComputedStyle(one);
      return outlineStyle !== "none" && parseFloat(outlineWidth) >= 2;
    });
    const { top, bottom, left, right } = element.getBoundingClientRect();
    const isInView = bottom > 0 && top < innerHeight && right > 0 && left < innerWidth;
    if (!framed) return `no frame: ${name}`;
    if (!isInView) return `out of the window: ${name}`;
    // One visible point is enough: "minimum".
    const points = [0.1, 0.5, 0.9].map((part) =>
      document.elementFromPoint((left + right) / 2, top + part * (bottom - top))
    );
    const isOnTop = points.some((one) =>
      one !== null && (element.contains(one) || one.contains(element))
    );
    return isOnTop ? "" : `covered: ${name}`;
  });
}

/** The browser's own advice, which a console shows only on request. */
const hints: ReadonlySet<string> = new Set(["debug", "verbose"]);

/** All console messages and failed requests on these pages. */
async function complaints(visitor: BrowserContext, paths: readonly string[]) {
  const page = await visitor.newPage();
  const said: string[] = [];
  page.on("console", (message) => {
    if (hints.has(message.type())) return;
    said.push(`${page.url()}: ${message.text()}`);
  });
  page.on("pageerror", (error) => said.push(`${page.url()}: ${error.message}`));
  page.on("requestfailed", (request) => said.push(`${request.url()} failed`));
  page.on("response", (answer) => {
    if (answer.status() >= 400) said.push(`${answer.url()}: ${answer.status()}`);
  });
  for (const path of paths) {
    await page.goto(path, { waitUntil: "networkidle" });
    await ready(page);
  }
  await page.close();
  return said;
}

describeInBrowser("the console", () => {
  it("stays empty while no one is signed in", async () => {
    const visitor = await stage.visitor();
    const paths = [
      "/",
      "/?mode=register",
      "/forgot-password",
      "/code?code=12345678",
      "/reset-password?token=t",
      "/verify-email?token=t",
    ];
    expect(await complaints(visitor, paths)).toEqual([]);
  });

  it("doesn't report a view transition that the browser skipped", async () => {
    const page = await stage.page();
    const said = complaintsOf(page);
    await page.goto("/");
    await page.evaluate(() => {
      // Chromium's own message, which it logs now and then. No page can cause it on purpose.
      const words = "Transition was aborted because of invalid state. Page already revealed";
      Promise.reject(new DOMException(words, "InvalidStateError"));
      Promise.reject(new DOMException("Something else", "InvalidStateError"));
    });
    await expect.poll(() => said).toEqual(["Something else"]);
  });

  it("stays empty for a member, before and after they have a profile", async () => {
    const { id, visitor } = await stage.member({ username: "dana" });
    const pages = ["/", "/cadre", "/alumni", "/directory", "/profile", "/profile/edit"];
    expect(await complaints(visitor, pages)).toEqual([]);
    await stage.publish(visitor);
    const more = [
      "/profile",
      "/profile/edit",
      `/alumni/${id}`,
      "/alumni?search=dana&page=1",
    ];
    expect(await complaints(visitor, more)).toEqual([]);
  });
});
