/**
 * Live conversation: shows what is new on the open page of a conversation, and earlier messages above it. Without this
 * script, a reload and links do the same.
 */
import { read, readPage } from "../../forms/form-answer.ts";
import { update } from "../../forms/update.ts";
import { showLocalTimes } from "../local-times.ts";
import { followEvents } from "./follow-events.ts";

export function startConversation(root: HTMLElement): void {
  const { live } = root.dataset;
  let isReading = false;
  let isOutdated = false;

  async function refresh(): Promise<void> {
    isOutdated = true;
    if (isReading) return;
    isReading = true;
    while (isOutdated) {
      isOutdated = false;
      await look().catch(() => {});
    }
    isReading = false;
  }

  async function look(): Promise<void> {
    const answer = await fetch(location.pathname, { headers: { Accept: "text/html" } });
    const page = await readPage(answer);
    const next = page.querySelector<HTMLElement>("[data-live]");
    const { member } = document.documentElement.dataset;
    if (next?.dataset.live === live && page.documentElement.dataset.member === member) {
      update(root, page);
      emptySent(root);
    } else if (answer.status < 500) {
      // Signed out, blocked, or signed in as someone else: the page itself has to say so.
      stop();
      say("This conversation has changed.")?.append(" ", reloadLink());
    }
  }

  function say(text: string): HTMLElement | undefined {
    const status = root.querySelector<HTMLElement>(".conversation-live");
    if (status === null || status.textContent === text) return undefined;
    status.textContent = text;
    return status;
  }

  const stop = followEvents(`${live}/events`, {
    onNews: () => void refresh(),
    onAway: () => say("You're offline. New messages appear when you're back online."),
    onBack: () => say(""),
  });
}

function reloadLink(): HTMLAnchorElement {
  const link = document.createElement("a");
  link.href = location.pathname;
  link.textContent = "Reload";
  return link;
}

/** A message whose answer got lost is among the others, but still in its field: it must not be sent again. */
function emptySent(root: HTMLElement): void {
  const field = root.querySelector<HTMLTextAreaElement>("#message-text");
  for (const item of root.querySelectorAll<HTMLElement>(".conversation-by-you[data-is-new]")) {
    delete item.dataset.isNew;
    const text = item.querySelector(".conversation-text")?.textContent;
    if (field && field.value.trim() === text) field.value = "";
  }
}

/**
 * Puts earlier messages above the ones that are shown, which stay where they are on the screen. Handles clicks on the
 * link, also on one that replaces it later.
 */
export function startEarlierMessages(root: HTMLElement): void {
  root.addEventListener("click", (event) => {
    const link = event.target;
    if (!(link instanceof HTMLAnchorElement) || !link.matches(".conversation-earlier > a")) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    if (!link.hasAttribute("aria-busy")) void showEarlier(root, link);
  });
}

async function showEarlier(root: HTMLElement, link: HTMLAnchorElement): Promise<void> {
  const status = link.parentElement?.querySelector("[role=status]");
  const say = (text: string) => status && (status.textContent = text);
  link.setAttribute("aria-busy", "true");
  say("Loading…");
  const page = (await read(link.href).catch(() => undefined))?.page;
  link.removeAttribute("aria-busy");
  const list = page?.querySelector<HTMLElement>(".conversation-log > ol");
  if (!page || !list) return void say("Earlier messages couldn't be loaded. Try again.");
  say("");
  showLocalTimes(list);
  place(root, link, list);
  // They can be reported, too.
  const choices = page.getElementById("report-message")?.children ?? [];
  document.getElementById("report-message")?.append(...choices);
  const next = page.querySelector<HTMLAnchorElement>(".conversation-earlier > a");
  if (next) link.href = next.href;
  else link.parentElement?.remove();
}

function place(root: HTMLElement, link: HTMLElement, list: HTMLElement): void {
  const shown = root.querySelector(".conversation-older, .conversation-log");
  const top = shown?.getBoundingClientRect().top ?? 0;
  list.removeAttribute("id");
  list.classList.add("conversation-older");
  list.setAttribute("aria-label", "Earlier messages");
  list.tabIndex = -1;
  link.parentElement?.after(list);
  // Browsers with scroll anchoring have nothing left to scroll.
  scrollBy({ top: (shown?.getBoundingClientRect().top ?? top) - top, behavior: "instant" });
  list.focus({ preventScroll: true });
}
