import { Heading } from "@radix-ui/themes";
import type { ReactNode } from "react";

interface CountedSectionProps {
  readonly title: string;
  readonly id: string;
  readonly count: number;
  readonly children: ReactNode;
}

/** A list under a heading with its count. Nothing if the list is empty. */
export function CountedSection({ title, id, count, children }: CountedSectionProps) {
  if (count === 0) return null;
  return (
    <section className="list" aria-labelledby={`${id}-title`}>
      <Heading as="h2" size="6" id={`${id}-title`}>
        {title} <span className="note">({count})</span>
      </Heading>
      {children}
    </section>
  );
}
