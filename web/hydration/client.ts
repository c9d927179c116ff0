/**
 * Browser entry. Small, since every page pays for it before anything happens: React comes with the
 * first island that needs it.
 *
 * @module
 */
import "../styles/index.css";
import { dropKept, pressKept } from "./early-press.ts";
import { startMenu } from "./live/menu.ts";
import { openAtNewest } from "./live/newest.ts";
import { showLocalTimes } from "./local-times.ts";
import { startThemeToggle } from "../theme.ts";
import { startUserMenu } from "./user-menu.ts";

/** Styles that overlays add while they are open need the page's nonce (read by `get-nonce`). */
declare global {
  var __webpack_nonce__: string | undefined;
}
globalThis.__webpack_nonce__ = document.querySelector<HTMLElement>("script[nonce]")?.nonce;

const firstRetryMs = 1000;
const lastRetryMs = 60_000;

/** Islands that were begun, so that none begins twice. */
const begun = new WeakMap<HTMLElement, Promise<void>>();

startThemeToggle();
startUserMenu();

for (const island of document.querySelectorAll<HTMLElement>("[data-island]")) {
  if (island.dataset.start === "interaction") {
    startOnInteraction(island);
    if (wasTouched(island)) begin(island);
  } else begin(island);
  island.addEventListener("submit", (event) => holdSubmit(island, event), { capture: true });
}

loadOnFirstMove();

const conversation = document.querySelector<HTMLElement>("[data-live]");
if (conversation) {
  insist(() => import("./live/conversation.ts"), (live) => live.startConversation(conversation));
}

showLocalTimes(document);

const page = document.querySelector<HTMLElement>(".conversation");
if (page) {
  const wasSent = document.getElementById("flash") !== null;
  startMenu(page);
  if (page.dataset.newest) openAtNewest(page, wasSent);
}

const section = document.querySelector<HTMLElement>(".conversation-section");
if (section?.querySelector(".conversation-earlier")) {
  insist(() => import("./live/conversation.ts"), (live) => live.startEarlierMessages(section));
}

const own = document.querySelector<HTMLElement>("[data-own]");
// Switches of one's own profile are nothing without their script.
if (own) insist(() => import("./own-profile/start.ts"), (start) => start.startOwnProfile(own));

showKeptToast();

/**
 * Starts one island, and retries when its script cannot be loaded: after a while, and when someone
 * touches it. Until then it is plain HTML, which works.
 */
function begin(island: HTMLElement, retryMs = firstRetryMs): void {
  start(island).then(() => pressKept(island), () => {
    dropKept(island);
    startOnInteraction(island, retryMs);
  });
}

function start(island: HTMLElement): Promise<void> {
  const running = begun.get(island) ??
    import("./hydrate.tsx").then(({ hydrate }) => hydrate(island)).catch((error) => {
      begun.delete(island);
      throw error;
    });
  begun.set(island, running);
  return running;
}

/** Asks for a script until it comes. One that was cut off, as by leaving the page, is no error. */
function insist<T>(load: () => Promise<T>, use: (script: T) => void, retryMs = firstRetryMs): void {
  load().then(
    use,
    () => setTimeout(insist, retryMs, load, use, Math.min(2 * retryMs, lastRetryMs)),
  );
}

/** @param latestMs By then it starts by itself. */
function startOnInteraction(island: HTMLElement, latestMs?: number): void {
  const signs = ["pointerover", "touchstart", "focusin"] as const;
  const handle = () => {
    for (const sign of signs) island.removeEventListener(sign, handle);
    clearTimeout(timer);
    begin(island, Math.min(2 * (latestMs ?? firstRetryMs / 2), lastRetryMs));
  };
  const timer = latestMs === undefined ? undefined : setTimeout(handle, latestMs);
  for (const sign of signs) island.addEventListener(sign, handle, { passive: true });
}

/** Someone may have been quicker than this script: what they turned or pressed must not be lost. */
function wasTouched(island: HTMLElement): boolean {
  return island.matches(":focus-within, :hover") || island.querySelector("[aria-busy]") !== null ||
    [...island.querySelectorAll("input")].some((input) => input.checked !== input.defaultChecked);
}

/**
 * Loads what waiting islands need as soon as someone moves on the page at all: when they come to an island, its
 * script is there.
 */
function loadOnFirstMove(): void {
  const waiting = document.querySelectorAll<HTMLElement>('[data-start="interaction"]');
  if (waiting.length === 0) return;
  const signs = ["pointermove", "pointerdown", "keydown"] as const;
  const handle = () => {
    for (const sign of signs) removeEventListener(sign, handle);
    import("./hydrate.tsx").then(({ load }) => Promise.all([...waiting].map(load))).catch(() => {
      // Touching an island tries again.
    });
  };
  for (const sign of signs) addEventListener(sign, handle, { passive: true });
}

/** A form that is sent while its island is still loading waits for it, and is sent as it would be. */
function holdSubmit(island: HTMLElement, event: SubmitEvent): void {
  const form = event.target;
  if (island.dataset.ready !== undefined || !(form instanceof HTMLFormElement)) return;
  event.preventDefault();
  event.stopPropagation();
  const { submitter } = event;
  // Meanwhile it shows that it is on its way.
  form.setAttribute("aria-busy", "true");
  start(island).catch(() => {
    // Then it is sent as it would be without script.
    island.dataset.ready = "";
  }).then(() => {
    form.removeAttribute("aria-busy");
    if (submitter) submitter.click();
    else form.submit();
  });
}

/** A toast that the page before left for this one: in the tab, or through the server. */
function showKeptToast(): void {
  const flash = document.getElementById("flash");
  if (flash === null && !hasQueuedToast()) return;
  insist(() => import("../toasts/kept-toast.ts"), ({ showKept }) => showKept(flash));
}

function hasQueuedToast(): boolean {
  try {
    return sessionStorage.getItem("toasts") !== null;
  } catch {
    return false;
  }
}
