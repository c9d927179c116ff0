import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import { describe } from "vitest";

/**
 * Chromium on this machine: `CHROMIUM`, or the first one in the path; `undefined` without one. Its
 * headless shell draws the same pages with a third less work, since it has no windows.
 */
export const chromiumPath = process.env.CHROMIUM || pathOf("chromium-headless-shell") ||
  pathOf("chromium") || pathOf("chromium-browser");

/** Tests of the real product in a browser. Without one, they are reported as skipped. */
export function describeInBrowser(name: string, tests: () => void): void {
  const isMissing = chromiumPath === undefined;
  const why = isMissing ? " (skipped: no chromium in the path, and CHROMIUM is not set)" : "";
  describe.skipIf(isMissing)(`${name} in a browser${why}`, tests);
}

const chromiumArguments: readonly string[] = [
  // As root, as in a container, Chromium starts only like this.
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

let browser: Browser | undefined;

/**
 * This process's browser, which is separate from anyone's own. Starting it takes a second, so tests
 * open their own contexts in it. It ends with the process, or by {@link closeBrowser}.
 */
export async function openBrowser(): Promise<Browser> {
  if (chromiumPath === undefined) throw new Error("There is no Chromium on this machine");
  // After a crash another one is started.
  if (browser?.isConnected()) return browser;
  return browser = await chromium.launch({
    executablePath: chromiumPath,
    args: [...chromiumArguments],
  });
}

/** For programs, since an open browser would keep them from ending. */
export async function closeBrowser(): Promise<void> {
  await browser?.close();
}

/**
 * Hides pointer moves from a page: Chromium's headless shell makes some on its own, and a page
 * loads scripts at the first one. Must be called before the page is opened.
 */
export async function hidePointerMoves(page: Page): Promise<void> {
  await page.addInitScript(() => {
    addEventListener("pointermove", (event) => event.stopImmediatePropagation(), { capture: true });
  });
}

/** Collects console messages and errors of a page, except failed responses. */
export function complaintsOf(page: Page): readonly string[] {
  const complaints: string[] = [];
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("console", (message) => {
    const isAnswer = message.text().startsWith("Failed to load resource");
    if (["error", "warning"].includes(message.type()) && !isAnswer) complaints.push(message.text());
  });
  return complaints;
}

/** Logs what a page's policy refuses to the console, since browsers don't log all of it. */
export async function logRefusals(context: BrowserContext): Promise<void> {
  await context.addInitScript((refusal) => {
    document.addEventListener(
      "securitypolicyviolation",
      ({ effectiveDirective, blockedURI, sourceFile, lineNumber }) =>
        console.error(refusal, effectiveDirective, blockedURI, sourceFile, lineNumber),
    );
  }, refusal);
}

/** Prefix of such a line. */
export const refusal = "The policy refuses";

/** Path of a program, if it is in the path. */
export function pathOf(program: string): string | undefined {
  return (process.env.PATH ?? "").split(delimiter).map((folder) => join(folder, program))
    .find((path) => existsSync(path));
}
