/**
 * Prints what every page costs beside what it may cost: `npm run budgets`; with `--pages`, bytes and layout shift
 * alone. Ends with 1 when those are over their budget. Times depend on the machine: they are printed.
 *
 * @module
 */
import { askedOf, openStage, publish, signUp } from "../e2e/product.ts";
import { chromiumPath } from "../testing/browser.ts";
import { exceeded, measurePages } from "./measure.ts";
import { memberPages, signedOutPages } from "./pages.ts";
import { printPages, printTyping, slow } from "./report.ts";
import { measureTyping, type TypingCost, typingProfiles } from "./typing.ts";
import type { BrowserContext } from "playwright-core";

if (chromiumPath === undefined) {
  console.error("Budgets need Chromium: put it into the path, or set CHROMIUM");
  Deno.exit(1);
}

const isPagesOnly = Deno.args.includes("--pages");
/** A phone of the middle is about that much slower than a laptop. */
const slowdown = 4;
const stage = await openStage({ profiles: 500 });
try {
  const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
  const visitor = await stage.visitor(phone);
  const pages = [...await measurePages(visitor, signedOutPages, { slowdown })];
  const id = await signIn(visitor);
  const own = memberPages(id, await askedOf(stage, id));
  pages.push(...await measurePages(visitor, own, { slowdown }));
  const typing = isPagesOnly ? [] : await measureAmongMany();

  printPages(pages);
  if (!isPagesOnly) printTyping(typing);
  for (const line of slow(pages, typing)) console.log(`Slower than wanted: ${line}`);
  const over = exceeded(pages);
  for (const line of over) console.error(`Over budget: ${line}`);
  if (over.length === 0) console.log("All bytes and layout shifts are within their budgets.");
  Deno.exitCode = over.length > 0 ? 1 : 0;
} finally {
  await stage.close();
}

/** Makes the visitor a member with a profile. Returns their id. */
async function signIn(visitor: BrowserContext): Promise<string> {
  const name = { firstName: "Dana", lastName: "Reed" };
  await signUp(visitor, stage.origin, { username: "weigher", ...name, role: "alumni" });
  await publish(visitor, stage.origin);
  return (await (await visitor.request.get("/api/user")).json()).id;
}

/** Times typing in a larger directory, which takes a while to fill. */
async function measureAmongMany(): Promise<readonly TypingCost[]> {
  // The last searches show more people than the limit for new members allows.
  const environment = { LIMIT_PROFILES_PER_STRANGER: "5000" };
  const crowded = await openStage({ profiles: typingProfiles, environment });
  try {
    const visitor = await crowded.visitor({ viewport: { width: 1280, height: 800 } });
    const name = { firstName: "Casey", lastName: "Nguyen" };
    await signUp(visitor, crowded.origin, { username: "typist", ...name, role: "cadet" });
    return [await measureTyping(visitor, 1), await measureTyping(visitor, 4)];
  } finally {
    await crowded.close();
  }
}
