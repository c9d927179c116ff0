import { DataList } from "@radix-ui/themes";
import type { ReactNode } from "react";

interface FactsProps {
  readonly facts: readonly (readonly [term: string, text: ReactNode])[];
  readonly className?: string;
}

/** Terms, each with its text; on a phone, below it. */
export function Facts({ facts, className }: FactsProps) {
  return (
    <DataList.Root className={className} orientation={{ initial: "vertical", sm: "horizontal" }}>
      {facts.map(([term, text]) => (
        <DataList.Item key={term}>
          <DataList.Label>{term}</DataList.Label>
          <DataList.Value>{text}</DataList.Value>
        </DataList.Item>
      ))}
    </DataList.Root>
  );
}
