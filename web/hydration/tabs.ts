/**
 * Tabs: links that, with script, show a panel that is in the page already. The address names the tab.
 *
 * @see {@link https://www.w3.org/WAI/ARIA/apg/patterns/tabs/} for the keys.
 */
import { afterPaint } from "./after-paint.ts";

export function startTabs(list: HTMLElement): void {
  const tabs = [...list.querySelectorAll<HTMLAnchorElement>("[role=tab]")];
  const isSelected = (tab: HTMLElement) => tab.getAttribute("aria-selected") === "true";

  for (const tab of tabs) {
    // Arrow keys lead to the other tabs; without script, Tab has to reach each link.
    tab.tabIndex = isSelected(tab) ? 0 : -1;
    tab.addEventListener("click", (event) => {
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
      event.preventDefault();
      select(tab);
    });
  }
  list.addEventListener("keydown", (event) => {
    const tab = tabs[neighbour(event.key, tabs.findIndex(isSelected), tabs.length) ?? -1];
    if (tab === undefined) return;
    event.preventDefault();
    tab.focus();
    select(tab);
  });
  list.dataset.ready = "";

  function select(selected: HTMLAnchorElement): void {
    for (const tab of tabs) {
      tab.setAttribute("aria-selected", String(tab === selected));
      tab.tabIndex = tab === selected ? 0 : -1;
      const panel = document.getElementById(tab.getAttribute("aria-controls") ?? "");
      if (panel) panel.hidden = tab !== selected;
    }
    // A reload shows the same tab; going back leaves the page. Written after the tab has changed on screen.
    void afterPaint().then(() => history.replaceState(null, "", selected.href));
  }
}

function neighbour(key: string, from: number, count: number): number | undefined {
  if (key === "ArrowRight") return (from + 1) % count;
  if (key === "ArrowLeft") return (from + count - 1) % count;
  if (key === "Home") return 0;
  if (key === "End") return count - 1;
  return undefined;
}
