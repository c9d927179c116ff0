import { useEffect, useRef, useState } from "react";

/** Nothing moved for this long: now it is worth saying. */
const settledMs = 600;

/**
 * What a polite live region says: the words of a view, once for each view, when it has settled. The
 * first view is the page's own and read with it.
 *
 * @param words `undefined` while the view may still change.
 * @param view Tells views apart, since two of them may have the same words.
 */
export function useAnnouncement(words: string | undefined, view: string): string {
  const [said, setSaid] = useState("");
  const last = useRef(view);

  useEffect(() => {
    if (words === undefined || last.current === view) return;
    const timer = setTimeout(() => {
      last.current = view;
      // A live region is silent when its text stays the same.
      setSaid((before) => before === words ? `${words}\u00a0` : words);
    }, settledMs);
    return () => clearTimeout(timer);
  }, [words, view]);

  return said;
}
