/**
 * Whether scripts run, for styles: `.scripted` on the root element. Browsers of the target do not know
 * `@media (scripting)`, and only this can be taken back when an island breaks.
 *
 * @module
 */

const scripted = "scripted";

/** Runs in the head, before first paint. Written as text, since it stands in the page. */
export const earlyScriptedScript = `document.documentElement.classList.add("${scripted}")`;

/** Shows what stands in the page for who has no script. */
export function showScriptless(): void {
  document.documentElement.classList.remove(scripted);
}
