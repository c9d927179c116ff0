/**
 * Prints what every page costs beside what it may cost: `npm run budgets`; with `--pages`, bytes and layout shift
 * alone. Ends with 1 when those are over their budget. Times depend on the machine: they are printed.
 *
 * @module
 */
import { askedOf, confirmAddress, openStage, publish, signUp } from "../e2e/product.ts";
import { chromiumPath } from "../testing/browser.ts";
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
const stage = await openStage({ profiles: 500 });
try {
  const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
  const visitor = await stage.visitor(phone);
  const timed = (interactions: typeof signedOutInteractions) =>
    measureInteractions(visitor, isPagesOnly ? [] : interactions, slowdown);
  const pages = [...await measurePages(visitor, signedOutPages, slowdown)];
  const interactions = [...await timed(signedOutInteractions)];

  const name = { firstName: "Dana", lastName: "Reed" };
  await signUp(visitor, stage.origin, { username: "weigher", ...name, role: "alumni" });
  await publish(visitor, stage.origin);
  // Contacts are shown to confirmed addresses only.
  await confirmAddress(stage, visitor, "weigher");
  const { id } = await (await visitor.request.get("/api/user")).json();
  const { profiles } = await (await visitor.request.get("/api/directory?role=alumni")).json();
  const mentor = profiles.find(({ userId }: { userId: string }) => userId !== id);
  const own = memberPages(id, await askedOf(stage, id));
  pages.push(...await measurePages(visitor, own, slowdown));
  interactions.push(...await timed(memberInteractions(mentor.userId)));

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
}
