/**
 * Early presses: a button that is pressed before its island is hydrated gets its press once it is. Forms and links do
 * not need this, since they work as plain HTML.
 */

/** Runs in the head, so that no press comes before it. Written as text, since it is in the page. */
export const earlyPressScript = `addEventListener("click",function(e){` +
  `var b=e.target.closest&&e.target.closest("[data-island]:not([data-ready]) button[type=button]");` +
  `if(b)b.setAttribute("aria-busy","true")},true)`;

/** Replays the early presses of an island that is hydrated by now, each button once. */
export function pressKept(island: HTMLElement): void {
  for (const button of takePressed(island)) button.click();
}

/** Drops the early presses of an island that could not be started. */
export function dropKept(island: HTMLElement): void {
  takePressed(island);
}

function takePressed(island: HTMLElement): readonly HTMLElement[] {
  const buttons = [...island.querySelectorAll<HTMLElement>("button[type=button][aria-busy]")];
  for (const button of buttons) button.removeAttribute("aria-busy");
  return buttons;
}
