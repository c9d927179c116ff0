import type { ReactNode } from "react";

export interface TagListProps {
  /** Names the list for those who cannot see the heading above it. */
  readonly label?: string;
  readonly tags: readonly string[];
  /** Show only this many, and how many more there are. */
  readonly limit?: number;
  /** How a tag shows, where it is more than its text. */
  readonly show?: (tag: string) => ReactNode;
}

/** Several short facts in a row that wraps. */
export function TagList(props: TagListProps) {
  const { label, tags, limit = tags.length, show = (tag) => tag } = props;
  const hidden = tags.length - limit;
  return (
    // Safari takes the list role from a list without bullets, unless it is said.
    <ul className="tag-list" role="list" aria-label={label}>
      {tags.slice(0, limit).map((tag, index) => <li key={index}>{show(tag)}</li>)}
      {hidden > 0 && <li className="badge-outline">{`+${hidden} more`}</li>}
    </ul>
  );
}
