/** View transitions between pages are CSS alone (`styles/transitions.css`). */

/** In the head: from a stylesheet that loads late, the browser would have skipped the transition. */
export const earlyTransitionStyle =
  "@media (prefers-reduced-motion:no-preference){@view-transition{navigation:auto}}";

/**
 * Runs in the head, before the page is shown for the first time. A browser skips a transition where a page is slow,
 * hidden or left at once, and reports that as an unhandled rejection, which is harmless. A transition that begins
 * after the page was shown fires no event. Written as text, since it is in the page.
 */
export const earlyTransitionScript = `addEventListener("unhandledrejection",function(e){` +
  `var r=e.reason;if(r instanceof DOMException&&/transition/i.test(r.message))e.preventDefault()});`;
