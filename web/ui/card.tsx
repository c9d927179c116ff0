import { Card as RadixCard, Heading } from "@radix-ui/themes";
import type { ComponentProps, ReactNode } from "react";

export type CardProps = ComponentProps<"section">;

/** A panel on the page, as a section. Give it `aria-labelledby` if it has a heading. */
export function Card({ className, ...section }: CardProps) {
  return (
    <RadixCard asChild size="3" className={className}>
      <section {...section} />
    </RadixCard>
  );
}

export interface TitledCardProps extends Omit<CardProps, "title"> {
  readonly title: ReactNode;
  readonly titleId: string;
}

/** A panel with a heading, and its parts below each other. */
export function TitledCard({ title, titleId, className, children, ...section }: TitledCardProps) {
  return (
    <Card
      {...section}
      className={className ? `stack ${className}` : "stack"}
      aria-labelledby={titleId}
    >
      <Heading as="h2" size="4" id={titleId}>{title}</Heading>
      {children}
    </Card>
  );
}
