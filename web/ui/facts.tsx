import { DataList } from "@radix-ui/themes";
import type { ComponentProps, ReactNode } from "react";

interface FactsProps {
  readonly facts: readonly (readonly [term: string, text: ReactNode])[];
  readonly className?: string;
  readonly orientation?: ComponentProps<typeof DataList.Root>["orientation"];
}

const besideOrBelow = { initial: "vertical", sm: "horizontal" } as const;

/** Terms, each with its text beside it, or below it on a phone. */
export function Facts({ facts, className, orientation = besideOrBelow }: FactsProps) {
  return (
    <DataList.Root className={className} orientation={orientation}>
      {facts.map(([term, text]) => (
        <DataList.Item key={term}>
          <DataList.Label>{term}</DataList.Label>
          <DataList.Value>{text}</DataList.Value>
        </DataList.Item>
      ))}
    </DataList.Root>
  );
}
