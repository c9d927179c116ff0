import { Text } from "@radix-ui/themes";
import type { ReactNode } from "react";

interface EmptyStateProps {
  readonly icon?: ReactNode;
  readonly title: string;
  /** The next step for the reader. */
  readonly children?: ReactNode;
}

/** Shown instead of an empty list or page. */
export function EmptyState({ icon, title, children }: EmptyStateProps) {
  return (
    <div className="empty-state">
      {icon && <span className="empty-state-icon" aria-hidden="true">{icon}</span>}
      <Text as="p" className="empty-state-title">{title}</Text>
      {children}
    </div>
  );
}
