import { describe, expect, it } from "vitest";
import { type MeasuredPage, measurePages } from "../budgets/measure.ts";
import { memberPages, signedOutPages } from "../budgets/pages.ts";
import { exceeded } from "../budgets/report.ts";
import { browserTests, chromiumPath } from "../testing/browser.ts";
import { askedOf, openStageFirst, publish, signUp, type Stage } from "./product.ts";

let stage: Stage;

/** One page of each kind: all of them are measured by `npm run budgets`, which the gate runs, too. */
const kinds = new Set(["landing", "directory", "profile view", "profile edit", "conversation"]);
const ofEachKind = (pages: readonly MeasuredPage[]) => pages.filter(([, name]) => kinds.has(name));

/** Bytes are the same on every machine, and so is what moves; how long it takes is not. */
describe.skipIf(chromiumPath === undefined)(`page budgets ${browserTests}`, () => {
  openStageFirst({ profiles: 60 }, (opened) => stage = opened);

  it("are met while no one is signed in", { timeout: 120_000 }, async () => {
    const visitor = await stage.visitor();
    const costs = await measurePages(visitor, ofEachKind(signedOutPages), 2);
    expect(exceeded(costs)).toEqual([]);
    expect(costs.every(({ scriptBytes }) => scriptBytes > 0)).toBe(true);
  });

  it("are met for a member", { timeout: 240_000 }, async () => {
    const visitor = await stage.visitor();
    const name = { firstName: "Dana", lastName: "Reed" };
    await signUp(visitor, stage.origin, { username: "dana", ...name, role: "alumni" });
    await publish(visitor, stage.origin);
    const { id } = await (await visitor.request.get("/api/user")).json();
    const pages = memberPages(id, await askedOf(stage, id));
    const costs = await measurePages(visitor, ofEachKind(pages), 2);
    expect(exceeded(costs)).toEqual([]);
  });
});
