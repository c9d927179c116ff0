import type { ComponentProps } from "react";

export type CardProps = ComponentProps<"section">;

/** A panel on the page. Give it `aria-labelledby` when it has a heading. */
export function Card({ className, ...props }: CardProps) {
  return <section {...props} className={className ? `card ${className}` : "card"} />;
}
