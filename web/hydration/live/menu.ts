/**
 * Menu of a conversation: Escape closes it and returns the focus, and a press elsewhere closes it.
 * It also opens without this script.
 */
export function startMenu(root: HTMLElement): void {
  const menu = () => root.querySelector<HTMLDetailsElement>(".conversation-menu[open]");
  root.addEventListener("keydown", (event) => {
    const open = menu();
    if (event.key !== "Escape" || event.isComposing || !open?.contains(event.target as Node)) {
      return;
    }
    open.open = false;
    open.querySelector("summary")?.focus();
  });
  addEventListener("pointerdown", ({ target }) => {
    const open = menu();
    if (open && target instanceof Node && !open.contains(target)) open.open = false;
  });
}
