/**
 * View transitions between pages are CSS alone (`styles/transitions.css`).
 *
 * @module
 */

/** In the head: a page whose stylesheet is a moment late would have declined by then. */
export const earlyTransitionStyle =
  "@media (prefers-reduced-motion:no-preference){@view-transition{navigation:auto}}";

/**
 * Runs in the head, before the page is shown for the first time. A browser skips a transition where a page is slow,
 * hidden or left at once, and reports that as an unhandled rejection, though nothing is missing; of one that comes
 * after the page was shown, no event tells. Written as text, since it is in the page.
 */
export const earlyTransitionScript = `addEventListener("unhandledrejection",function(e){` +
  `var r=e.reason;if(r instanceof DOMException&&/transition/i.test(r.message))e.preventDefault()});`;
