/** Section bar: marks the section in view. Loaded at the first scroll. */
export function followSections(): void {
  const links = new Map(
    [...document.querySelectorAll<HTMLAnchorElement>(".section-bar li > a")].flatMap((link) => {
      const card = document.querySelector(link.hash)?.closest(".rt-Card");
      return card == null ? [] : [[card, link] as const];
    }),
  );
  // A line across the upper third of the window.
  const observer = new IntersectionObserver((changes) => {
    const current = changes.find(({ isIntersecting }) => isIntersecting)?.target;
    if (current === undefined) return;
    for (const [card, link] of links) {
      if (card === current) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    }
    showSideways(links.get(current));
  }, { rootMargin: "-33% 0px -66% 0px" });
  for (const card of links.keys()) observer.observe(card);
}

/** Scrolls only the list; the page keeps its position. */
function showSideways(link: HTMLElement | undefined): void {
  const list = link?.closest("ul");
  if (link == null || list == null) return;
  const box = link.getBoundingClientRect();
  const frame = list.getBoundingClientRect();
  list.scrollLeft += box.left + box.width / 2 - frame.left - frame.width / 2;
}
