import { type TypedText, useTypedText } from "./typed-text.ts";
import { useAnnouncement } from "./use-announcement.ts";

interface AnnouncementProps {
  /** The text in the search box: while it differs from the text searched for, the view may still change. */
  readonly typed: TypedText;
  readonly search: string;
  /** `undefined` while the view may still change. */
  readonly words: string | undefined;
  /** Distinguishes views. */
  readonly view: string;
}

/** The text that screen readers announce for a view. */
export function Announcement({ typed, search, words, view }: AnnouncementProps) {
  const text = useTypedText(typed);
  const isTyping = text.trim() !== search;
  const said = useAnnouncement(isTyping ? undefined : words, view);
  return <p className="visually-hidden" role="status" aria-live="polite">{said}</p>;
}
