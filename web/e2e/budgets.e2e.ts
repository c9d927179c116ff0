import { expect, it } from "vitest";
import { type MeasuredPage, measurePages } from "../budgets/measure.ts";
import { memberPages, signedOutPages } from "../budgets/pages.ts";
import { exceeded } from "../budgets/report.ts";
import { describeInBrowser } from "../testing/browser.ts";
import { stageForTests } from "./product.ts";

const stage = stageForTests({ profiles: 60 });

/** One page of each kind: all of them are measured by `npm run budgets`, which the gate runs, too. */
const kinds = new Set(["landing", "directory", "profile edit"]);
const ofEachKind = (pages: readonly MeasuredPage[]) => pages.filter(([, name]) => kinds.has(name));

/** Bytes are the same on every machine, and so is what moves; how long it takes is not. */
describeInBrowser("page budgets", () => {
  it("are met while no one is signed in", async () => {
    const visitor = await stage.visitor();
    const costs = await measurePages(visitor, ofEachKind(signedOutPages), 1);
    expect(exceeded(costs)).toEqual([]);
    expect(costs.every(({ scriptBytes }) => scriptBytes > 0)).toBe(true);
  });

  it("are met for a member", async () => {
    const { id, visitor } = await stage.member({ profile: {} });
    const costs = await measurePages(visitor, ofEachKind(memberPages(id, "none")), 1);
    expect(exceeded(costs)).toEqual([]);
  });
});
