import { Text } from "@radix-ui/themes";
import type { ReactNode } from "react";

interface EmptyStateProps {
  readonly icon?: ReactNode;
  readonly title: string;
  /** What people can do about it. */
  readonly children?: ReactNode;
}

/** Shown in place of a list or a page that is empty. */
export function EmptyState({ icon, title, children }: EmptyStateProps) {
  return (
    <div className="empty-state">
      {icon && <span className="empty-state-icon" aria-hidden="true">{icon}</span>}
      <Text as="p" className="empty-state-title">{title}</Text>
      {children}
    </div>
  );
}
