/**
 * Prints what every page costs beside what it may cost: `npm run budgets`. Ends with 1 when bytes or
 * layout shift are over their budget; times depend on the machine and are only printed.
 *
 * @module
 */
import { openStage, publish, signUp } from "../e2e/product.ts";
import { chromiumPath } from "../testing/browser.ts";
import { type InteractionCost, measureInteractions } from "./interactions.ts";
import { lighthouseScores } from "./lighthouse.ts";
import { limits } from "./limits.ts";
import { exceeded, measurePages, type PageCost } from "./measure.ts";
import { memberPages, signedOutPages } from "./pages.ts";
import { printTable } from "./table.ts";
import { memberInteractions, signedOutInteractions } from "./what-people-do.ts";

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
  const signedOut = await measurePages(visitor, signedOutPages, { isSignedIn: false, slowdown });
  const untouched = await measureInteractions(visitor, signedOutInteractions, slowdown);
  const name = { firstName: "Dana", lastName: "Reed" };
  await signUp(visitor, stage.origin, { username: "weigher", ...name, role: "alumni" });
  await publish(visitor, stage.origin);
  const { id } = await (await visitor.request.get("/api/user")).json();
  const directory = await (await visitor.request.get("/api/directory?role=alumni")).json();
  const mentorId = directory.profiles.find(({ userId }: { userId: string }) =>
    userId !== id
  ).userId;
  const signedIn = await measurePages(visitor, memberPages(id), { isSignedIn: true, slowdown });
  const touched = await measureInteractions(visitor, memberInteractions(mentorId), slowdown);
  const costs = [...signedOut, ...signedIn];
  print(costs);
  printInteractions([...untouched, ...touched]);

  if (!Deno.args.includes("--no-lighthouse")) await printLighthouse(stage.origin);

  const over = exceeded(costs);
  for (const line of over) console.error(`Over budget: ${line}`);
  if (over.length === 0) console.log("All bytes and layout shifts are within their budgets.");
  Deno.exitCode = over.length === 0 ? 0 : 1;
} finally {
  await stage.close();
}

/** Its scores depend on the machine: nothing ends because of them. */
async function printLighthouse(origin: string): Promise<void> {
  try {
    for (const { name, scores, median, vitals } of await lighthouseScores(origin)) {
      const wanted = median >= limits.lighthouseScore ? "" : `, wanted ${limits.lighthouseScore}`;
      const runs = scores.join(", ");
      console.log(`Lighthouse mobile, ${name}: ${median}${wanted} (runs: ${runs}); ${vitals}`);
    }
  } catch (error) {
    console.log(`Lighthouse did not run: ${error instanceof Error ? error.message : error}`);
  }
}

function print(costs: readonly PageCost[]): void {
  const kb = (bytes: number) => (bytes / 1000).toFixed(1);
  console.log(
    `Budgets, in KB of gzip: script ${kb(limits.signedOutScriptBytes)} before someone touches a ` +
      `signed-out page, ${kb(limits.memberScriptBytes)} on a member's page; style ` +
      `${kb(limits.styleBytes)}. Layout shift ${limits.layoutShift}. LCP wanted ` +
      `${limits.largestPaintMs} ms; measured with the processor ${slowdown} times slower.\n`,
  );
  const rows = costs.map((cost) => [
    cost.name,
    kb(cost.scriptBytes),
    kb(cost.liveScriptBytes),
    kb(cost.styleBytes),
    cost.layoutShift.toFixed(3),
    String(Math.round(cost.largestPaintMs)),
  ]);
  printTable(["page", "script", "script, live", "style", "CLS", "LCP ms"], rows);
}

function printInteractions(costs: readonly InteractionCost[]): void {
  console.log(
    `INP wanted ${limits.interactionMs} ms: from an input to the next paint, as slowed.\n`,
  );
  const ms = (slowest: number) => slowest === 0 ? "< 16" : String(slowest);
  printTable(
    ["page", "what people do", "INP ms"],
    costs.map(({ page, does, slowestMs }) => [page, does, ms(slowestMs)]),
  );
  const slowest = costs.toSorted((one, other) => other.slowestMs - one.slowestMs)[0];
  if (slowest === undefined) return;
  console.log(`INP: ${ms(slowest.slowestMs)} ms (${slowest.page}: ${slowest.does})\n`);
}
