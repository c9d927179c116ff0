import type { ReactNode } from "react";
import { Tag } from "./flat.tsx";

export interface TagListProps {
  /** Name of the list for assistive technology. */
  readonly label?: string;
  readonly tags: readonly string[];
  /** Maximum number shown; the others are counted. */
  readonly limit?: number;
  /** Renders a tag that is more than its text. */
  readonly show?: ((tag: string) => ReactNode) | undefined;
}

/** Short facts in a row that wraps. */
export function TagList(props: TagListProps) {
  const { label, tags, limit = tags.length, show = (tag) => tag } = props;
  const hidden = tags.length - limit;
  return (
    // Safari removes the list role from lists without bullets, unless it is explicit.
    <ul className="tag-list" role="list" aria-label={label}>
      {tags.slice(0, limit).map((tag, index) => (
        <li key={index}>
          <Tag isStrong>{show(tag)}</Tag>
        </li>
      ))}
      {hidden > 0 && (
        <li>
          <Tag isOutlined>{`+${hidden} more`}</Tag>
        </li>
      )}
    </ul>
  );
}
