import { describe, expect, it } from "vitest";
import { expectTexts } from "../../testing/expect-answer.ts";
import { expectOpenToEveryone } from "../../testing/open-to-everyone.ts";
import { linkTo } from "../../testing/read-html.ts";
import { createTestSite } from "../../testing/site.ts";
import { staffSite, textOf } from "../../testing/staff-site.ts";
import { criteria } from "./criteria.ts";
import { limits } from "./evaluation.ts";

const path = "/accessibility";

describe("the accessibility statement", () => {
  it("can be read by anyone, in every state, and is linked from every footer", async () => {
    await expectOpenToEveryone(path, "Accessibility");
  });

  it("gives the program's support address, and says what to write", async () => {
    const { set, read } = await staffSite();
    await set({ does: "support", supportEmail: "rotc@example.edu" });
    const { html } = await read(path);
    expect(linkTo(html, "rotc@example.edu")).toBe("mailto:rotc@example.edu");
    expect(textOf(html)).toContain("say which page it is, what you wanted to do");
  });

  it("says what doesn't work, and what wasn't tried", async () => {
    const html = await (await createTestSite()).page(path);
    expectTexts(textOf(html), limits().map(({ limit }) => limit.replaceAll("'", "&#x27;")));
    expect(textOf(html)).toContain("No one has used the product with a screen reader");
  });
});

describe("the table of criteria", () => {
  it("has each criterion of WCAG 2.2, levels A and AA, once, and the one removed in 2.2", () => {
    const count = (level: string, since: string) =>
      criteria.filter((one) => one.level === level && one.since === since).length;
    expect(["2.0", "2.1", "2.2"].map((version) => [count("A", version), count("AA", version)]))
      .toEqual([[25, 13], [5, 7], [2, 4]]);
    expect(new Set(criteria.map(({ number }) => number)).size).toBe(criteria.length);
  });

  it("says what doesn't work for each criterion not fully met", () => {
    for (const { number, is, limit } of criteria) {
      expect([number, limit !== undefined]).toEqual([number, is === "partial" || is === "no"]);
    }
  });

  it("names a test for each criterion met, or says that there is none", () => {
    const without = criteria.filter(({ is, tests = [] }) =>
      is === "supports" && tests.length === 0
    );
    expect(without.map(({ number }) => number)).toEqual(["1.3.3", "3.2.4", "4.1.1"]);
    for (const { number, remarks } of without) {
      expect([number, remarks]).toEqual([
        number,
        expect.stringMatching(/No test shows this|removed/),
      ]);
    }
  });
});
