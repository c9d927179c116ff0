/**
 * Prints what every page costs beside what it may cost: `npm run budgets`; with `--pages`, bytes and layout shift
 * alone. Ends with 1 when those are over their budget. Times depend on the machine: they are printed.
 *
 * @module
 */
import { fetchJson } from "../e2e/page.ts";
import { Stage } from "../e2e/product.ts";
import { chromiumPath, closeBrowser } from "../testing/browser.ts";
import { measureInteractions } from "./interactions.ts";
import { measurePages } from "./measure.ts";
import { memberPages, signedOutPages } from "./pages.ts";
import { exceeded, limits, slow } from "./report.ts";
import { memberInteractions, signedOutInteractions } from "./what-people-do.ts";

if (chromiumPath === undefined) {
  console.error("Budgets need Chromium: put it into the path, or set CHROMIUM");
  Deno.exit(1);
}

const isPagesOnly = Deno.args.includes("--pages");
/** An average phone is about that much slower than a laptop. */
const slowdown = 4;
const stage = await new Stage({ profiles: 500 }).open();
try {
  // With motion, as most people have it. web/e2e/budgets.e2e.ts measures pages without.
  const touch = { isMobile: true, hasTouch: true, reducedMotion: "no-preference" } as const;
  const phone = { viewport: { width: 390, height: 844 }, ...touch };
  // Contacts are shown to confirmed addresses only.
  const { id, visitor } = await stage.member({ profile: {}, isConfirmed: true, ...phone });
  const signedOut = await stage.visitor(phone);
  const timed = (who: typeof visitor, interactions: typeof signedOutInteractions) =>
    measureInteractions(who, isPagesOnly ? [] : interactions, slowdown);
  const pages = [...await measurePages(signedOut, signedOutPages, slowdown)];
  const interactions = [...await timed(signedOut, signedOutInteractions)];

  const { profiles } = await fetchJson(visitor, "/api/directory?role=alumni");
  const mentor = profiles.find(({ userId }: { userId: string }) => userId !== id);
  const own = memberPages(id, await stage.askedOf(id));
  pages.push(...await measurePages(visitor, own, slowdown));
  interactions.push(...await timed(visitor, memberInteractions(mentor.userId)));

  console.log("Bytes of gzip and layout shift; at most", limits);
  console.table(Object.fromEntries(pages.map(({ name, ...cost }) => [name, cost])));
  if (!isPagesOnly) {
    console.log("Milliseconds from an input to the next paint");
    console.table(interactions);
  }
  for (const line of slow(pages, interactions)) console.log(`Slower than wanted: ${line}`);
  const over = exceeded(pages);
  for (const line of over) console.error(`Over budget: ${line}`);
  if (over.length === 0) console.log("All bytes and layout shifts are within their budgets.");
  Deno.exitCode = over.length > 0 ? 1 : 0;
} finally {
  await stage.close();
  await closeBrowser();
}
