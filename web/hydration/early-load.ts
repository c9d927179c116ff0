/**
 * Retry of the entry script and the stylesheet. A phone that changes from one network to another breaks off its
 * downloads. Everything else is loaded, and retried, by the entry script.
 */

/**
 * Runs in the head, before either. Written as text, since it is in the page. Waits a second,
 * then twice as long each time, a minute at most.
 */
export const earlyLoadScript = `(function(){var ms=500;addEventListener("error",function(e){` +
  `var o=e.target,s=o.tagName==="SCRIPT"&&o.src;if(!s&&o.rel!=="stylesheet")return;` +
  `var n=document.createElement(o.tagName);if(s){n.type=o.type;n.nonce=o.nonce}else n.rel=o.rel;` +
  `ms=Math.min(2*ms,60000);` +
  `setTimeout(function(){if(s)n.src=s;else n.href=o.href;document.head.append(n)},ms)},true)})()`;
