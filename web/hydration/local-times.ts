/**
 * Shows times in the reader's zone, where `pages/connections/local-time.tsx` put them into the
 * page.
 */
export function showLocalTimes(root: ParentNode): void {
  for (const time of root.querySelectorAll<HTMLTimeElement>("time[data-local]")) {
    const timeStyle = time.dataset.local === "time" ? "short" : undefined;
    time.textContent = new Date(time.dateTime)
      .toLocaleString("en-US", { dateStyle: "medium", timeStyle });
  }
}
