/**
 * Measures what people notice on the most used pages, in Chromium as on a slow phone, and prints
 * two tables: `npm run vitals`. Each figure is the median of five visits, each in a new browser
 * context; `--runs=1` visits once. Times depend on the machine, so no figure fails the run.
 * @see {@link https://web.dev/articles/vitals} for the meaning of the figures.
 * @module
 */
import { cpus, loadavg } from "node:os";
import type { BrowserContext, Locator, Page } from "playwright-core";
import { processorMs } from "../../api/bench/cannon.ts";
import { percentile } from "../../events/bench/line.ts";
import { chromiumPath, closeBrowser, hidePointerMoves, openBrowser } from "../testing/browser.ts";
import { fetchJson, open as openPage, ready } from "./page.ts";
import { Stage } from "./product.ts";

const people = 300;
/** Limits: largest paint and slowest input in milliseconds, and layout shift. */
const most = { lcp: 1500, inp: 100, cls: 0.02 };
const phone = {
  viewport: { width: 390, height: 844 },
  isMobile: true,
  hasTouch: true,
  // With motion, as for most people.
  reducedMotion: "no-preference",
} as const;
/** 150 ms a request, and 1.6 Mbit/s. */
const line = {
  offline: false,
  latency: 150,
  downloadThroughput: 200_000,
  uploadThroughput: 90_000,
};
const slowdown = 4;
const kinds = ["Document", "Script", "Stylesheet", "Font", "Image"] as const;

type Act = (page: Page, run: number) => Promise<void>;

interface Step {
  readonly what: string;
  readonly prepare?: Act;
  readonly act: Act;
  /** What people wait for, if it is more than their typed text. */
  readonly shown?: (page: Page, run: number) => Locator;
}

interface Visited {
  readonly what: string;
  readonly path: string;
  readonly open: () => Promise<BrowserContext>;
  readonly steps?: readonly Step[];
}

const type = (label: string, text: string): Act => async (page) => {
  await page.getByLabel(label, { exact: true }).first().tap();
  await page.keyboard.type(text, { delay: 60 });
};

const steps = {
  search: {
    what: "type in the search",
    prepare: type("Search", "infantry 201"),
    act: (page) => page.keyboard.press("4"),
    shown: (page) => page.getByText("1 alumni found", { exact: true }),
  },
  filter: {
    what: "choose a filter",
    async prepare(page) {
      await page.keyboard.press("Control+a");
      await page.keyboard.press("Delete");
      await page.getByText(/^\d{3} alumni found$/).waitFor();
      await page.getByRole("button", { name: /^Filters/ }).tap();
    },
    act: (page) => page.getByRole("dialog").getByRole("checkbox").first().tap(),
    shown: (page) => page.getByText(/^\d{1,2} alumni found$/),
  },
  menu: {
    what: "open the user menu",
    act: (page) => page.getByLabel(/^My Account/).tap(),
    shown: (page) => page.getByText("Log Out"),
  },
  login: {
    what: "type in the login",
    prepare: type("Username or email", "whitfiel"),
    act: (page) => page.keyboard.press("d"),
  },
  form: {
    what: "type in the profile",
    prepare: type("Location", "Fort Wort"),
    act: (page) => page.keyboard.press("h"),
  },
  send: {
    what: "send a message",
    prepare: (page, run) => type("Your message", `Of course ${run}`)(page, run),
    act: (page) => page.getByRole("button", { name: "Send message" }).tap(),
    shown: (page, run) => page.locator(".conversation-log li", { hasText: `Of course ${run}` }),
  },
} satisfies Record<string, Step>;

/** Opens a page as a first-time visitor, and performs typical actions. */
async function visit({ path, open, steps = [] }: Visited, run: number) {
  const visitor = await open();
  const page = await visitor.newPage();
  const browser = await visitor.newCDPSession(page);
  const kindOf = new Map<string, string>();
  let bytes = new Map<string, number>();
  browser.on("Network.responseReceived", ({ requestId, type }) => kindOf.set(requestId, type));
  browser.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const kind = kindOf.get(requestId) ?? "";
    bytes.set(kind, (bytes.get(kind) ?? 0) + encodedDataLength);
  });
  let lcp = 0;
  let cls = 0;
  let inp = 0;
  browser.on("Runtime.bindingCalled", ({ payload }) => {
    const { vital, value } = JSON.parse(payload);
    if (vital === "lcp") lcp = value;
    else if (vital === "cls") cls += value;
    else inp = Math.max(inp, value);
  });
  await browser.send("Runtime.enable");
  await browser.send("Runtime.addBinding", { name: "reportVital" });
  await browser.send("Performance.enable");
  await browser.send("Network.enable");
  await browser.send("Network.emulateNetworkConditions", line);
  await browser.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
  await hidePointerMoves(page);
  await page.addInitScript(observe);
  await page.goto(path, { waitUntil: "networkidle" });
  await ready(page);
  const { metrics } = await browser.send("Performance.getMetrics");
  const busy = metrics.find(({ name }) => name === "TaskDuration")?.value ?? NaN;
  const opened = { lcp, cls, bytes, busyMs: busy * 1000 };
  const done = [];
  for (const { prepare, act, shown } of steps) {
    [inp, cls, bytes] = [0, 0, new Map()];
    await prepare?.(page, run);
    const startedAt = performance.now();
    await act(page, run);
    await shown?.(page, run).first().waitFor();
    const shownMs = performance.now() - startedAt;
    // The browser reports an input once its result is painted.
    await page.waitForTimeout(700);
    done.push({ inp, cls, shownMs, bytes: sum(bytes.values()) });
  }
  await visitor.close();
  return { ...opened, done };
}

/**
 * Runs in a page before its own scripts. Reports immediately, since the next page may come at any
 * time.
 */
function observe(): void {
  const report = (globalThis as unknown as { reportVital(text: string): void }).reportVital;
  const each = <Entry extends PerformanceEntry>(
    type: string,
    vital: "lcp" | "inp" | "cls",
    read: (entry: Entry) => number,
  ) =>
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as Entry[]) {
        const value = read(entry);
        if (value > 0) report(JSON.stringify({ vital, value }));
      }
    }).observe({ type, buffered: true, ...{ durationThreshold: 16 } });
  each("largest-contentful-paint", "lcp", ({ startTime }) => startTime);
  each<PerformanceEventTiming & { interactionId: number }>(
    "event",
    "inp",
    ({ interactionId, duration }) => interactionId > 0 ? duration : 0,
  );
  each<PerformanceEntry & { value: number; hadRecentInput: boolean }>(
    "layout-shift",
    "cls",
    ({ hadRecentInput, value }) => hadRecentInput ? 0 : value,
  );
}

/** Processor milliseconds that the service needs for this page, measured over a hundred requests. */
async function serverMs(stage: Stage, { path, open }: Visited): Promise<number> {
  const visitor = await open();
  const cookies = await visitor.cookies();
  await visitor.close();
  const headers = { Cookie: cookies.map(({ name, value }) => `${name}=${value}`).join("; ") };
  const ask = async () => await (await fetch(stage.origin + path, { headers })).text();
  for (let warming = 0; warming < 10; warming++) await ask();
  const before = await processorMs(stage.pid);
  for (let request = 0; request < 100; request++) await ask();
  return (await processorMs(stage.pid) - before) / 100;
}

function sum(values: Iterable<number>): number {
  return [...values].reduce((total, value) => total + value, 0);
}

/** The median, and the distance of the other values. */
function spread(values: readonly number[], show: (value: number) => string, unit = ""): string {
  const [lowest, middle, highest] = [0, 0.5, 1].map((share) => show(percentile(values, share)));
  return lowest === highest ? middle + unit : `${middle}${unit} (${lowest} to ${highest})`;
}

const verdict = (isMet: boolean) => isMet ? "met" : "**missed**";
const inSeconds = (ms: number) => (ms / 1000).toFixed(2);
const inShares = (shift: number) => shift.toFixed(3);
const inKilobytes = (bytes: number) => (bytes / 1000).toFixed(bytes < 10_000 ? 1 : 0);
/** The browser reports inputs of 16 ms or more. */
const inMilliseconds = (ms: number) => ms === 0 ? "below 16" : ms.toFixed(0);
const row = (cells: readonly (string | undefined)[]) => `| ${cells.join(" | ")} |`;
const head = (cells: readonly string[]) => `${row(cells)}\n${row(cells.map(() => "---"))}`;

if (chromiumPath === undefined) {
  console.error("This needs Chromium: put it into the path, or set CHROMIUM");
  Deno.exit(1);
}
const runs = Number(Deno.args.find((arg) => arg.startsWith("--runs="))?.slice(7) ?? 5);
const loadBefore = loadavg()[0]?.toFixed(1);
const stage = await new Stage({ profiles: people, pictures: true }).open();
try {
  const member = await stage.member({ profile: {}, isConfirmed: true });
  const conversation = await stage.askedOf(member.id);
  await stage.act(member.visitor, conversation, "accept");
  // Its toast is shown only once, not on each visit.
  await (await openPage(member.visitor, "/")).close();
  const { profiles } = await fetchJson(member.visitor, "/api/directory?role=alumni");
  const { userId } = profiles.find(({ user }: { user: { profileImageUrl: string | null } }) =>
    user.profileImageUrl !== null
  );
  const asMember = () => stage.again(member, phone);
  const { search, filter, menu, login, form, send } = steps;
  const pages: readonly Visited[] = [
    { what: "landing", path: "/", open: () => stage.visitor(phone), steps: [login] },
    { what: "directory", path: "/alumni", open: asMember, steps: [search, filter] },
    { what: "profile", path: `/alumni/${userId}`, open: asMember },
    { what: "home", path: "/", open: asMember, steps: [menu] },
    { what: "edit profile", path: "/profile/edit", open: asMember, steps: [form] },
    {
      what: "conversation",
      path: `/connections/${conversation}`,
      open: asMember,
      steps: [send],
    },
  ];
  const visits = new Map(pages.map((page) => [page, [] as Awaited<ReturnType<typeof visit>>[]]));
  for (let run = 1; run <= runs; run++) {
    for (const page of pages) visits.get(page)?.push(await visit(page, run));
  }
  const chromium = (await openBrowser()).version();
  const [cpu] = cpus();
  console.log(
    `${new Date().toISOString().slice(0, 10)}, ${cpus().length} cores (${cpu?.model.trim()}), ` +
      `load ${loadBefore} before and ${loadavg()[0]?.toFixed(1)} after, ` +
      `Chromium ${chromium}, visits: ${runs}\n\n` +
      head([
        ...["page", "LCP", "CLS", `at most ${inSeconds(most.lcp)} s and ${most.cls}`],
        ...["kB", "document", "script", "style", "font", "image"],
        ...["browser", "server"],
      ]),
  );
  for (const [page, all] of visits) {
    const [lcp, cls] = [all.map(({ lcp }) => lcp), all.map(({ cls }) => cls)];
    const kilobytes = (read: (bytes: Map<string, number>) => number) =>
      inKilobytes(percentile(all.map(({ bytes }) => read(bytes)), 0.5));
    console.log(row([
      page.what,
      spread(lcp, inSeconds, " s"),
      spread(cls, inShares),
      verdict(percentile(lcp, 0.5) <= most.lcp && percentile(cls, 0.5) < most.cls),
      kilobytes((bytes) => sum(bytes.values())),
      ...kinds.map((kind) => kilobytes((bytes) => bytes.get(kind) ?? 0)),
      `${inSeconds(percentile(all.map(({ busyMs }) => busyMs), 0.5))} s`,
      `${(await serverMs(stage, page)).toFixed(1)} ms`,
    ]));
  }
  console.log(
    `\n${
      head(["input", "INP", "CLS", `at most ${most.inp} ms and ${most.cls}`, "shown after", "kB"])
    }`,
  );
  for (const [{ steps = [] }, all] of visits) {
    for (const [index, { what, shown }] of steps.entries()) {
      const done = all.map(({ done }) => done[index]!);
      const [inp, cls] = [done.map(({ inp }) => inp), done.map(({ cls }) => cls)];
      console.log(row([
        what,
        spread(inp, inMilliseconds, " ms"),
        spread(cls, inShares),
        verdict(percentile(inp, 0.5) <= most.inp && percentile(cls, 0.5) < most.cls),
        shown && spread(done.map(({ shownMs }) => shownMs), inSeconds, " s"),
        inKilobytes(percentile(done.map(({ bytes }) => bytes), 0.5)),
      ]));
    }
  }
} finally {
  await stage.close();
  await closeBrowser();
}
