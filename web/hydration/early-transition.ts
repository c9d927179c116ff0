/**
 * View transitions between pages are CSS alone (`styles/transitions.css`). A browser skips one where a page is
 * slow, hidden or left at once, and reports that as an unhandled rejection, though nothing is missing.
 *
 * @module
 */

/** Runs in the head, before the page is shown for the first time. Written as text, since it stands in the page. */
export const earlyTransitionScript = `["pageswap","pagereveal"].forEach(function(n){` +
  `addEventListener(n,function(e){var t=e.viewTransition;` +
  `if(t)[t.ready,t.finished].forEach(function(p){p.catch(function(){})})})})`;
