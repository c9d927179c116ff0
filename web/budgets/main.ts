/**
 * Prints what every page costs beside what it may cost: `npm run budgets`. Ends with 1 when bytes or
 * layout shift are over their budget. Times depend on the machine: they are printed, and count only
 * when asked for with `--strict`.
 *
 * @module
 */
import type { BrowserContext } from "playwright-core";
import { askedOf, openStage, publish, signUp } from "../e2e/product.ts";
import { chromiumPath } from "../testing/browser.ts";
import { measureInteractions } from "./interactions.ts";
import { lighthouseScores } from "./lighthouse.ts";
import { exceeded, measurePages } from "./measure.ts";
import { type BudgetOptions, help, readOptions } from "./options.ts";
import { memberPages, signedOutPages } from "./pages.ts";
import { printInteractions, printLighthouse, printPages, printTyping, slow } from "./report.ts";
import { measureTyping, type TypingCost, typingProfiles } from "./typing.ts";
import { memberInteractions, signedOutInteractions } from "./what-people-do.ts";

const options = askedFor();
if (chromiumPath === undefined) {
  console.error("Budgets need Chromium: put it into the path, or set CHROMIUM");
  Deno.exit(1);
}

/** A phone of the middle is about that much slower than a laptop. */
const slowdown = 4;
const stage = await openStage({ profiles: 500 });
try {
  const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
  const visitor = await stage.visitor(phone);
  const signedOut = await costsOf(visitor, signedOutPages, signedOutInteractions);
  const { id, mentorId } = await signIn(visitor);
  const connectionId = await askedOf(stage, id);
  const wanted = memberPages(id, connectionId);
  const signedIn = await costsOf(visitor, wanted, memberInteractions(mentorId));
  const pages = [...signedOut.pages, ...signedIn.pages];
  const interactions = [...signedOut.interactions, ...signedIn.interactions];
  if (pages.length > 0) printPages(pages, slowdown);
  if (interactions.length > 0) printInteractions(interactions, slowdown);
  if (options.hasLighthouse) await askLighthouse();

  const typing = options.hasTyping ? await measureAmongMany() : [];
  if (typing.length > 0) printTyping(typing);

  const late = slow(pages, interactions, typing);
  for (const line of late) console.error(`Slower than wanted: ${line}`);
  const over = exceeded(pages);
  for (const line of over) console.error(`Over budget: ${line}`);
  if (pages.length > 0 && over.length === 0) {
    console.log("All bytes and layout shifts are within their budgets.");
  }
  Deno.exitCode = over.length > 0 || options.isStrict && late.length > 0 ? 1 : 0;
} finally {
  await stage.close();
}

function askedFor(): BudgetOptions {
  try {
    const asked = readOptions(Deno.args);
    if (!asked.isHelpWanted) return asked;
    console.log(help);
    Deno.exit(0);
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}\n\n${help}`);
    Deno.exit(2);
  }
}

async function costsOf(
  visitor: BrowserContext,
  pages: typeof signedOutPages,
  interactions: typeof signedOutInteractions,
) {
  const wanted = interactions.filter(options.isWanted);
  return {
    pages: options.hasPages ? await measurePages(visitor, pages, { slowdown }) : [],
    interactions: await measureInteractions(visitor, wanted, slowdown),
  };
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
  // A member whom nobody knows yet would be shown too many people by the last of these searches.
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

/** Its scores depend on the machine: nothing ends because of them. */
async function askLighthouse(): Promise<void> {
  try {
    printLighthouse(await lighthouseScores(stage.origin));
  } catch (error) {
    console.log(`Lighthouse did not run: ${error instanceof Error ? error.message : error}`);
  }
}
