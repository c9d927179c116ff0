/**
 * Browser entry. It is small, since every page loads it: React is loaded with the first island that
 * needs it.
 */
import "../styles/index.css";
import { startForms } from "../forms/plain-forms.ts";
import { showScriptless, takePressed } from "./early.ts";
import { startMenu } from "./live/menu.ts";
import { openAtNewest } from "./live/newest.ts";
import { showLocalTimes } from "./local-times.ts";
import { startDelayedNavigation } from "./navigation.ts";
import { startSignedInCheck } from "./signed-in.ts";
import { tryStorage } from "./storage.ts";
import { startThemeToggle } from "../theme.ts";
import { startUserMenu } from "./user-menu.ts";

/** Overlays add styles while they are open, which need the page's nonce (read by `get-nonce`). */
declare global {
  var __webpack_nonce__: string | undefined;
}
globalThis.__webpack_nonce__ = document.querySelector<HTMLElement>("script[nonce]")?.nonce;

const firstRetryMs = 1000;
const lastRetryMs = 60_000;

/** Started islands, so that none starts twice. */
const begun = new WeakMap<HTMLElement, Promise<void>>();

startThemeToggle();
startUserMenu();
startSignedInCheck();

for (const island of document.querySelectorAll<HTMLElement>("[data-island]")) {
  const load = () => start(island);
  loadWithRetries(load, () => takePressed(island).forEach((button) => button.click()), island);
  const handleSubmit = (event: SubmitEvent) => {
    if (island.dataset.ready === undefined) hold(event, load);
  };
  island.addEventListener("submit", handleSubmit, { capture: true });
}

startForms();
startDelayedNavigation();
showLocalTimes(document);
showStoredToast();

const conversation = document.querySelector<HTMLElement>(".conversation");
if (conversation) {
  startMenu(conversation);
  // A toast comes with the page after an accepted form, and is removed once it is shown.
  const wasAccepted = document.getElementById("flash") !== null;
  if (conversation.dataset.newest) openAtNewest(conversation, wasAccepted);
  const { member } = document.documentElement.dataset;
  if (conversation.dataset.drafts && member) {
    loadWithRetries(
      () => import("./live/conversation.ts"),
      (live) => live.startConversation(conversation, member, wasAccepted),
    );
  }
}

document.querySelector("[data-prints]")?.addEventListener("click", () => print());

const restore = document.querySelector<HTMLElement>("[data-restore]");
if (restore) loadWithRetries(() => import("./restore.ts"), (start) => start.startRestore(restore));

// Old browsers have no passkeys.
if (document.querySelector("[data-passkey]") && "PublicKeyCredential" in globalThis) {
  loadWithRetries(() => import("./passkeys.ts"), (passkeys) => passkeys.startPasskeys());
}

/** Starts an island. Until then, and if its script can't be loaded, it works as plain HTML. */
function start(island: HTMLElement): Promise<void> {
  const running = begun.get(island) ??
    import("./hydrate.tsx").then(({ hydrate }) => hydrate(island)).catch((error) => {
      begun.delete(island);
      takePressed(island);
      throw error;
    });
  begun.set(island, running);
  return running;
}

/**
 * Loads a script, and retries if it can't be loaded: after a while, and when someone touches the
 * element that needs it. A load interrupted by leaving the page is no error. A script that throws
 * would fail again, so the page then works as without it.
 */
function loadWithRetries<T>(
  load: () => Promise<T>,
  use: (script: T) => void,
  element?: HTMLElement,
  retryMs = firstRetryMs,
  errorBefore?: unknown,
): void {
  load().then(use, (error) => {
    if (error === errorBefore) {
      showScriptless();
      if (element) element.dataset.ready = "";
      return console.error(error);
    }
    const retrying = new AbortController();
    const retry = () => {
      retrying.abort();
      clearTimeout(timer);
      loadWithRetries(load, use, element, Math.min(2 * retryMs, lastRetryMs), error);
    };
    const timer = setTimeout(retry, retryMs);
    for (const sign of ["pointerover", "touchstart", "focusin"]) {
      element?.addEventListener(sign, retry, { passive: true, signal: retrying.signal });
    }
  });
}

/**
 * Holds back a form sent before its island is hydrated. If hydration fails, it is sent as without
 * script.
 */
function hold(event: SubmitEvent, load: () => Promise<void>): void {
  const { target: form, submitter } = event;
  if (!(form instanceof HTMLFormElement) || form.dataset.isPlain !== undefined) return;
  event.preventDefault();
  event.stopPropagation();
  // Shows that it is being sent.
  form.setAttribute("aria-busy", "true");
  load().catch(() => {
    form.dataset.isPlain = "";
  }).then(() => {
    form.removeAttribute("aria-busy");
    if (submitter) submitter.click();
    else form.submit();
  });
}

/** F8 moves to the region of toasts, even before the first one. The toaster's script does the same. */
addEventListener("keydown", ({ key }) => {
  const region = document.getElementById("toasts");
  if (key === "F8" && region?.role === "region") region.focus();
});

/** Shows a toast that the previous page stored in the tab, or that this page contains. */
function showStoredToast(): void {
  const arrived = document.querySelector<HTMLElement>("[data-toast]");
  if (arrived === null && !tryStorage(() => sessionStorage.getItem("toasts"))) return;
  loadWithRetries(
    () => import("../toasts/stored-toast.ts"),
    ({ showStored }) => showStored(arrived),
  );
}
