import type { ReactNode } from "react";

export interface BadgeProps {
  readonly tone?: "accent" | "gray" | "green" | "red" | "amber" | "outline";
  readonly icon?: ReactNode;
  readonly children: ReactNode;
}

/** A short fact, such as a rank. */
export function Badge({ tone = "gray", icon, children }: BadgeProps) {
  return (
    <span className={`badge badge-${tone}${icon ? " badge-with-icon" : ""}`}>
      {icon}
      {/* An element of its own: without it, the gap would separate marked words. */}
      {icon ? <span>{children}</span> : children}
    </span>
  );
}
