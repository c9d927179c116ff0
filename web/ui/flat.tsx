/**
 * Radix Themes' `Text` and gray `Badge` as these are rendered, for cards that a page has dozens of: theirs read dozens of
 * properties each time, which takes most of a card's time.
 */
import type { ReactNode } from "react";

interface ParagraphProps {
  readonly className?: string;
  readonly children: ReactNode;
}

export function Paragraph({ className, children }: ParagraphProps) {
  return <p className={className ? `rt-Text ${className}` : "rt-Text"}>{children}</p>;
}

interface TagProps {
  readonly isStrong?: boolean;
  readonly isOutlined?: boolean;
  readonly children: ReactNode;
}

export function Tag({ isStrong = false, isOutlined = false, children }: TagProps) {
  const variant = `rt-variant-${isOutlined ? "outline" : "soft"}${
    isStrong ? " rt-high-contrast" : ""
  }`;
  return (
    <span data-accent-color="gray" className={`rt-reset rt-Badge rt-r-size-1 ${variant}`}>
      {children}
    </span>
  );
}
