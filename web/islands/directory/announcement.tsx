import { Text } from "@radix-ui/themes";
import { useEffect, useRef, useState } from "react";
import { useSearchText } from "./use-directory.ts";

interface AnnouncementProps {
  /** The searched text. While it differs from the one in the search box, the view may still change. */
  readonly search: string;
  /** `undefined` while the view may still change. */
  readonly words: string | undefined;
  readonly view: string;
}

export function Announcement({ search, words, view }: AnnouncementProps) {
  const text = useSearchText(search);
  const isTyping = text.trim() !== search;
  const said = useAnnouncement(isTyping ? undefined : words, view);
  return <Text as="p" role="status" aria-live="polite" className="visually-hidden">{said}</Text>;
}

/** Debounce: a view is announced when it has not changed for this long. */
const settledMs = 600;

/**
 * Text of a polite live region. Each view is announced once it no longer changes. The first view
 * isn't announced, since screen readers read it with the page.
 * @param words `undefined` while the view may still change.
 * @param view Distinguishes views, since two of them may have the same words.
 */
export function useAnnouncement(words: string | undefined, view: string): string {
  const [said, setSaid] = useState("");
  const last = useRef(view);

  useEffect(() => {
    if (words === undefined || last.current === view) return;
    const timer = setTimeout(() => {
      last.current = view;
      // A live region is silent if its text stays the same.
      setSaid((before) => before === words ? `${words}\u00a0` : words);
    }, settledMs);
    return () => clearTimeout(timer);
  }, [words, view]);

  return said;
}
