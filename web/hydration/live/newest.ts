/**
 * Newest message: a conversation opens there, and the focus is there after a message was sent. Without this
 * script, links to a conversation lead there by their fragment.
 *
 * @param wasSent Whether the page follows a form that was sent.
 */
export function openAtNewest(root: HTMLElement, wasSent: boolean): void {
  const [entry] = performance.getEntriesByType("navigation");
  const isReturning = (entry as PerformanceNavigationTiming | undefined)?.type !== "navigate";
  if (isReturning || (location.hash !== "" && !wasSent)) return;
  root.querySelector(`#${root.dataset.newest}`)?.scrollIntoView({ behavior: "instant" });
  if (!wasSent) return;
  const newest = [...root.querySelectorAll<HTMLElement>(".conversation-log li[id]")].at(-1);
  if (!newest) return;
  newest.tabIndex = -1;
  newest.focus({ preventScroll: true });
}
