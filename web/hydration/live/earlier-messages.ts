/**
 * Earlier messages: puts them above the ones that are shown, which stay where they are on the screen. Without this
 * script the link leads to a page of them.
 */
import { read } from "../../forms/form-answer.ts";
import { showLocalTimes } from "../local-times.ts";

/** Handles clicks on the link, also on one that replaces it later. */
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
