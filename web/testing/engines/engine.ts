/**
 * A browser as used by one person: actions of a journey, by the words on the screen. Each engine
 * has its own driver.
 * @module
 */
import { setTimeout as delay } from "node:timers/promises";

/** A reference to an element, in the driver's own form. */
export type Element = NonNullable<unknown>;

export interface Driver {
  open(url: string): Promise<void>;
  /** Runs a function in the page. It must not use anything from outside. */
  run(script: (...given: never[]) => unknown, ...given: unknown[]): Promise<unknown>;
  click(element: Element): Promise<void>;
  /** Replaces the text of a field. */
  fill(element: Element, text: string): Promise<void>;
  choose(select: Element, option: string): Promise<void>;
  attach(input: Element, path: string): Promise<void>;
  /** Messages of the browser's console, if the driver can read it. */
  complaints(): readonly string[];
  close(): Promise<void>;
}

/** A browser, if it is installed. */
export interface Engine {
  readonly name: string;
  /** What is missing to run it on this machine. */
  readonly missing: string | undefined;
  start(): Promise<Driver>;
}

/** Limit for steps that hang. Long, since a busy machine is slow. */
const waitMs = 60_000;
/** Errors of a page that changed during an action, which is then retried. */
const movedOn = /stale|no such|context|navigat|detached|interactable|obscures|intercept|destroyed/i;

/** Actions of a person. Each waits until it is possible. */
export function createScreen(driver: Driver, origin: string) {
  async function act(kind: Kind, name: string, how: (element: Element) => Promise<void>) {
    const until = Date.now() + waitMs;
    let last: unknown = "not found";
    for (;;) {
      try {
        const found = await driver.run(find, kind, name);
        if (found) return await how(found);
      } catch (error) {
        if (!movedOn.test(String(error))) throw error;
        last = error;
      }
      if (Date.now() > until) {
        const page = await driver.run(describePage);
        throw new Error(
          `The ${kind} "${name}": ${last}\n${page}\n${driver.complaints().join("\n")}`,
        );
      }
      await delay(50);
    }
  }

  return {
    open: (path: string) => driver.open(origin + path),
    fill: (label: string, text: string) => act("field", label, (field) => driver.fill(field, text)),
    choose: (label: string, option: string) =>
      act("field", label, (select) => driver.choose(select, option)),
    press: (name: string) => act("control", name, driver.click),
    tick: (label: string) => act("field", label, driver.click),
    attach: (path: string) => act("file", "", (input) => driver.attach(input, path)),
    see: (text: string) => act("text", text, async () => {}),
    seeControl: (name: string) => act("control", name, async () => {}),
    /** Waits for this page, since a message may be read before the page moves on by itself. */
    arrive: (path: string) => act("page", path, async () => {}),
    path: async () => String(await driver.run(() => location.pathname)),
    complaints: driver.complaints,
  };
}

export type Screen = ReturnType<typeof createScreen>;
type Kind = "field" | "control" | "file" | "text" | "page";

/** Runs in the page: describes it, to explain a wait that timed out. */
function describePage(): string {
  const waiting = [...document.querySelectorAll<HTMLElement>('[data-start="load"]')]
    .filter((island) => island.dataset.ready === undefined)
    .map((island) => island.outerHTML.slice(0, 200));
  return [location.href, document.readyState, ...waiting, document.body.innerText].join("\n");
}

/**
 * Runs in the page: finds the element with this name, once the page is loaded and its islands are
 * interactive.
 */
function find(kind: Kind, name: string): unknown {
  const isWaiting = [...document.querySelectorAll<HTMLElement>('[data-start="load"]')]
    .some((island) => island.dataset.ready === undefined);
  if (document.readyState !== "complete" || isWaiting) return null;
  name = name.toLowerCase();
  const clean = (text: string | null) => (text ?? "").replace(/\s+/g, " ").trim().toLowerCase();
  if (kind === "text") {
    return clean(document.body.innerText).includes(name) ? document.body : null;
  }
  if (kind === "page") return location.pathname === name ? document.body : null;
  if (kind === "file") return document.querySelector("input[type=file]");
  const isShown = (element: globalThis.Element) =>
    element.getClientRects().length > 0 && getComputedStyle(element).visibility !== "hidden";
  const named: [string, globalThis.Element | null][] = kind === "field"
    ? [...document.querySelectorAll("label")].map((
      label,
    ) => [clean(label.textContent), label.control])
    : [...document.querySelectorAll("button, a[href], summary, [role=button]")]
      .map((each) => [clean(each.getAttribute("aria-label") ?? each.textContent), each]);
  const there = named.filter(([, element]) => element !== null && isShown(element));
  const [, found = null] = there.find(([text]) => text === name) ??
    there.find(([text]) => text.startsWith(name)) ?? [];
  // Otherwise an element fixed at an edge could cover it.
  found?.scrollIntoView({ block: "center", behavior: "instant" });
  return found;
}
