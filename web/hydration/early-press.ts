/**
 * Buttons that do nothing by themselves, pressed before their island answers: the press is kept, and
 * comes once it does. Forms and links need none of it, since they work as plain HTML.
 *
 * @module
 */

/** Runs in the head, so that no press comes before it. Written as text, since it stands in the page. */
export const earlyPressScript = `addEventListener("click",function(e){` +
  `var b=e.target.closest&&e.target.closest("[data-island]:not([data-ready]) button[type=button]");` +
  `if(b)b.setAttribute("aria-busy","true")},true)`;

/** Presses what was pressed too early in an island that answers by now; pressed twice is once. */
export function pressKept(island: HTMLElement): void {
  for (const button of takePressed(island)) button.click();
}

/** Forgets what was pressed in an island that could not be started. */
export function dropKept(island: HTMLElement): void {
  takePressed(island);
}

function takePressed(island: HTMLElement): readonly HTMLElement[] {
  const buttons = [...island.querySelectorAll<HTMLElement>("button[type=button][aria-busy]")];
  for (const button of buttons) button.removeAttribute("aria-busy");
  return buttons;
}
