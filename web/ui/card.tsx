import type { ComponentProps, ReactNode } from "react";

export type CardProps = ComponentProps<"section">;

/** A panel on the page. Give it `aria-labelledby` when it has a heading. */
export function Card({ className, ...props }: CardProps) {
  return <section {...props} className={className ? `card ${className}` : "card"} />;
}

export interface TitledCardProps extends Omit<CardProps, "title"> {
  readonly title: ReactNode;
  readonly titleId: string;
}

/** A panel under a heading, with its parts below each other. */
export function TitledCard({ title, titleId, className, children, ...props }: TitledCardProps) {
  return (
    <Card
      {...props}
      className={className ? `stack ${className}` : "stack"}
      aria-labelledby={titleId}
    >
      <h2 id={titleId}>{title}</h2>
      {children}
    </Card>
  );
}
