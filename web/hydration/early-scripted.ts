/**
 * Whether scripts run, for styles: `.scripted` on the root element. Browsers of the target do not know `@media
 * (scripting)`, and only this can be removed when an island breaks.
 */

const scripted = "scripted";

/** Runs in the head, before first paint. Written as text, since it is in the page. */
export const earlyScriptedScript = `document.documentElement.classList.add("${scripted}")`;

/** Shows the parts of the page that are for browsers without script. */
export function showScriptless(): void {
  document.documentElement.classList.remove(scripted);
}
