import type { ReactNode } from "react";

interface FactsProps {
  readonly facts: readonly (readonly [term: string, text: ReactNode])[];
  readonly className?: string;
}

/** Terms, each with its text. */
export function Facts({ facts, className }: FactsProps) {
  return (
    <dl className={className}>
      {facts.map(([term, text]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}
