/**
 * Earlier messages: puts them above the ones that are shown, which stay where they are on the screen.
 * Without this script the link leads to a page of them.
 *
 * @module
 */

import { showLocalTimes } from "../local-times.ts";
import { readPage } from "../../forms/read-page.ts";
import { addReportable } from "./patch.ts";

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
  link.setAttribute("aria-busy", "true");
  if (status) status.textContent = "Loading…";
  const page = await read(link.href).catch(() => undefined);
  link.removeAttribute("aria-busy");
  const list = page?.querySelector<HTMLElement>(".conversation-log > ol");
  if (!page || !list) {
    if (status) status.textContent = "Earlier messages couldn't be loaded. Try again.";
    return;
  }
  if (status) status.textContent = "";
  showLocalTimes(page);
  addReportable(root.ownerDocument, page, "append");
  place(root, link, list);
  const next = page.querySelector<HTMLAnchorElement>(".conversation-earlier > a");
  if (next) link.href = next.href;
  else link.parentElement?.remove();
}

async function read(address: string): Promise<Document> {
  return await readPage(await fetch(address, { headers: { Accept: "text/html" } }));
}

function place(root: HTMLElement, link: HTMLElement, list: HTMLElement): void {
  const shown = root.querySelector(".conversation-older, .conversation-log");
  const top = shown?.getBoundingClientRect().top ?? 0;
  list.classList.add("conversation-older");
  list.setAttribute("aria-label", "Earlier messages");
  list.tabIndex = -1;
  link.parentElement?.after(document.adoptNode(list));
  // Browsers with scroll anchoring have nothing left to scroll.
  scrollBy({ top: (shown?.getBoundingClientRect().top ?? top) - top, behavior: "instant" });
  list.focus({ preventScroll: true });
}
