/**
 * Opens a conversation at its newest message. After something was sent, focuses the field for the
 * next message. Without this script, links to a conversation lead there by their fragment.
 * @param wasSent Whether the page follows a form that was sent.
 */
export function openAtNewest(root: HTMLElement, wasSent: boolean): void {
  const [entry] = performance.getEntriesByType("navigation");
  const isReturning = (entry as PerformanceNavigationTiming | undefined)?.type !== "navigate";
  if (isReturning || (location.hash !== "" && !wasSent)) return;
  root.querySelector(`#${root.dataset.newest}`)?.scrollIntoView({ behavior: "instant" });
  if (!wasSent) return;
  // Before that, the browser would move the focus to the URL's fragment.
  if (document.readyState === "complete") focusIn(root);
  else addEventListener("load", () => focusIn(root), { once: true });
}

/** The field for a message; the newest message if there is no field, or it is folded. */
function focusIn(root: HTMLElement): void {
  const newest = [...root.querySelectorAll<HTMLElement>(".conversation-log li[id]")].at(-1);
  newest?.setAttribute("tabindex", "-1");
  for (const home of [root.querySelector<HTMLElement>("#message-text"), newest]) {
    if (document.activeElement !== document.body) return;
    home?.focus({ preventScroll: true });
    home?.scrollIntoView({ block: "nearest", behavior: "instant" });
  }
}
