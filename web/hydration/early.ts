/**
 * Inline scripts of the head, which run before the page is first shown and anything can be pressed.
 * They are strings, since they are written into the page.
 */

/**
 * Retries the entry script and the stylesheet: a phone that changes networks interrupts its
 * downloads. Waits a second, then twice as long each time, at most a minute. The entry script
 * loads, and retries, everything else.
 */
export const earlyLoadScript = `(function(){var ms=500;addEventListener("error",function(e){` +
  `var o=e.target,s=o.tagName==="SCRIPT"&&o.src;if(!s&&o.rel!=="stylesheet")return;` +
  `var n=document.createElement(o.tagName);if(s){n.type=o.type;n.nonce=o.nonce}else n.rel=o.rel;` +
  `ms=Math.min(2*ms,60000);` +
  `setTimeout(function(){if(s)n.src=s;else n.href=o.href;document.head.append(n)},ms)},true)})()`;

/**
 * Marks buttons pressed before their island is hydrated, or before the script for passkeys is
 * loaded. Forms and links work as plain HTML.
 */
export const earlyPressScript = `addEventListener("click",function(e){` +
  `var p=e.target.closest&&e.target.closest("button[data-passkey]:not([data-ready])");` +
  `if(p){e.preventDefault();p.setAttribute("aria-busy","true")}` +
  `var b=e.target.closest&&e.target.closest("[data-island]:not([data-ready]) button[type=button]");` +
  `if(b)b.setAttribute("aria-busy","true")},true)`;

/**
 * Removes the marks from buttons, and returns these buttons. They get their press once their script
 * is loaded.
 */
export function takePressed(
  root: ParentNode,
  among = "button[type=button]",
): readonly HTMLElement[] {
  const buttons = [...root.querySelectorAll<HTMLElement>(`${among}[aria-busy]`)];
  for (const button of buttons) button.removeAttribute("aria-busy");
  return buttons;
}

/**
 * Tells styles whether scripts run, and whether the browser has passkeys, so that nothing moves
 * later. Supported browsers don't know `@media (scripting)`, and only this can be undone when an
 * island breaks.
 */
export const earlyScriptedScript =
  `document.documentElement.classList.add("scripted",window.PublicKeyCredential?"passkeys":"scripted")`;

/** Shows the parts of the page for browsers without script. */
export function showScriptless(): void {
  document.documentElement.classList.remove("scripted");
}

/**
 * View transitions (`styles/transitions.css`). Inline, since browsers skip a transition if its
 * stylesheet loads late.
 */
export const earlyTransitionStyle =
  "@media (prefers-reduced-motion:no-preference){@view-transition{navigation:auto}}";

/**
 * Ignores skipped transitions. A browser skips one if a page is slow, hidden or left immediately,
 * and reports that as an unhandled rejection, which is harmless. A transition that begins after the
 * page was shown fires no event.
 */
export const earlyTransitionScript = `addEventListener("unhandledrejection",function(e){` +
  `var r=e.reason;if(r instanceof DOMException&&/transition/i.test(r.message))e.preventDefault()});`;
