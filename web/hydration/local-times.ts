/**
 * Local times: shows times in the zone of whoever reads, as `pages/connections/local-time.tsx` has put them into the page.
 *
 * @module
 */
const dates = new Intl.DateTimeFormat("en-US", { dateStyle: "medium" });
const times = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeStyle: "short" });

export function showLocalTimes(root: ParentNode): void {
  for (const time of root.querySelectorAll<HTMLTimeElement>("time[data-local]")) {
    const format = time.dataset.local === "time" ? times : dates;
    time.textContent = format.format(new Date(time.dateTime));
  }
}
