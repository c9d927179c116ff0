/**
 * User menu: makes a `<details>` element, which works without script, into a menu button with a
 * menu, as in the ARIA Authoring Practices Guide. No React: every page has it, and most need no
 * other script.
 * @see {@link https://www.w3.org/WAI/ARIA/apg/patterns/menu-button/} for the keys.
 */

/** A letter typed later than this after the previous one starts a new search. */
const searchMs = 1000;

export function startUserMenu(): void {
  const menu = document.querySelector<HTMLDetailsElement>(".user-menu");
  const button = menu?.querySelector("summary");
  const panel = menu?.querySelector<HTMLElement>(".user-menu-panel");
  const form = panel?.querySelector("form");
  if (!menu || !button || !panel || !form) return;
  const items = [...panel.querySelectorAll<HTMLElement>(".user-menu-item")];
  const last = items.length - 1;
  let letters = "";
  let lastLetterAt = -searchMs;

  button.setAttribute("role", "button");
  button.setAttribute("aria-haspopup", "menu");
  panel.setAttribute("role", "menu");
  panel.setAttribute("aria-label", "Account");
  form.setAttribute("role", "none");
  for (const item of items) {
    item.setAttribute("role", "menuitem");
    item.tabIndex = -1;
  }
  tell();

  menu.addEventListener("toggle", tell);
  button.addEventListener("click", (event) => {
    event.preventDefault();
    // A click without a pointer came from Enter or the space bar.
    if (menu.open) close();
    else open(event.detail === 0 ? 0 : undefined);
  });
  menu.addEventListener("keydown", (event) => {
    if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Escape" && menu.open) close();
    else if (event.key === "ArrowDown") open(next(1));
    else if (event.key === "ArrowUp") open(next(-1));
    else if (event.key === "Home" && menu.open) open(0);
    else if (event.key === "End" && menu.open) open(last);
    else if (event.key.length !== 1 || event.key === " " || !menu.open) return;
    else find(event.key);
    event.preventDefault();
  });
  menu.addEventListener("focusout", ({ relatedTarget }) => {
    if (relatedTarget instanceof Node && !menu.contains(relatedTarget)) menu.open = false;
  });
  addEventListener("pointerdown", ({ target }) => {
    if (target instanceof Node && !menu.contains(target)) menu.open = false;
  });
  function tell() {
    if (menu) button?.setAttribute("aria-expanded", String(menu.open));
  }

  function open(at?: number) {
    if (menu) menu.open = true;
    if (at !== undefined) items[at]?.focus();
    tell();
  }

  function close() {
    if (menu) menu.open = false;
    button?.focus();
    tell();
  }

  /** Moves through the items in a circle; from the button to the nearest end. */
  function next(step: 1 | -1) {
    const at = items.findIndex((item) => item === document.activeElement);
    if (at < 0) return step === 1 ? 0 : last;
    return (at + step + items.length) % items.length;
  }

  function find(letter: string) {
    const now = Date.now();
    letters = now - lastLetterAt < searchMs ? letters + letter : letter;
    lastLetterAt = now;
    items.find((item) => item.textContent.toLowerCase().startsWith(letters.toLowerCase()))?.focus();
  }
}
