/**
 * Prints what every page costs beside what it may cost: `npm run budgets`; with `--pages`, bytes and layout shift
 * alone. Ends with 1 when those are over their budget. Times depend on the machine: they are printed.
 *
 * @module
 */
import { askedOf, openStage, publish, signUp } from "../e2e/product.ts";
import { chromiumPath } from "../testing/browser.ts";
import { measureInteractions } from "./interactions.ts";
import { measurePages } from "./measure.ts";
import { memberPages, signedOutPages } from "./pages.ts";
import { exceeded, printPages, printTimes, slow } from "./report.ts";
import { measureTyping, type TypingCost, typingProfiles } from "./typing.ts";
import { memberInteractions, signedOutInteractions } from "./what-people-do.ts";
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
  const timed = (interactions: typeof signedOutInteractions) =>
    measureInteractions(visitor, isPagesOnly ? [] : interactions, slowdown);
  const pages = [...await measurePages(visitor, signedOutPages, slowdown)];
  const interactions = [...await timed(signedOutInteractions)];
  const { id, mentorId } = await signIn(visitor);
  const own = memberPages(id, await askedOf(stage, id));
  pages.push(...await measurePages(visitor, own, slowdown));
  interactions.push(...await timed(memberInteractions(mentorId)));
  const typing = isPagesOnly ? [] : await measureAmongMany();

  printPages(pages);
  if (!isPagesOnly) printTimes(interactions, typing);
  for (const line of slow(pages, interactions, typing)) console.log(`Slower than wanted: ${line}`);
  const over = exceeded(pages);
  for (const line of over) console.error(`Over budget: ${line}`);
  if (over.length === 0) console.log("All bytes and layout shifts are within their budgets.");
  Deno.exitCode = over.length > 0 ? 1 : 0;
} finally {
  await stage.close();
}

/** Makes the visitor a member with a profile, and finds them somebody else's. */
async function signIn(visitor: BrowserContext): Promise<{ id: string; mentorId: string }> {
  const name = { firstName: "Dana", lastName: "Reed" };
  await signUp(visitor, stage.origin, { username: "weigher", ...name, role: "alumni" });
  await publish(visitor, stage.origin);
  const { id } = await (await visitor.request.get("/api/user")).json();
  const directory = await (await visitor.request.get("/api/directory?role=alumni")).json();
  const mentor = directory.profiles.find(({ userId }: { userId: string }) => userId !== id);
  return { id, mentorId: mentor.userId };
}

/** In a directory of its own, which takes its time to be filled. */
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
