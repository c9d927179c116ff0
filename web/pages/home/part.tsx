import { Heading } from "@radix-ui/themes";
import type { ReactNode } from "react";

export interface PartProps {
  readonly id: string;
  readonly title: string;
  readonly children: ReactNode;
}

export function Part({ id, title, children }: PartProps) {
  return (
    <section className="shell-column home-part stack" aria-labelledby={`${id}-title`}>
      <Heading as="h2" size="6" id={`${id}-title`}>{title}</Heading>
      {children}
    </section>
  );
}
