import { type ChangeEvent, startTransition, useOptimistic } from "react";
import type { Sort } from "../../../api/contract/directory.ts";
import { Select } from "../../ui/fields/select.tsx";

const options: readonly { readonly value: Sort; readonly label: string }[] = [
  { value: "relevance", label: "Relevance" },
  { value: "recent", label: "Most Recent" },
  { value: "name", label: "Name (A-Z)" },
];

interface SortOrderProps {
  /** Id of its form, which doesn't contain it. */
  readonly form: string;
  readonly sort: Sort;
  readonly onSort: (sort: Sort) => void;
}

export function SortOrder({ form, sort, onSort }: SortOrderProps) {
  // The control changes immediately; the long list is rendered after.
  const [shown, show] = useOptimistic(sort);

  function handleChange(event: ChangeEvent<HTMLSelectElement>) {
    const chosen = event.target.value as Sort;
    startTransition(() => {
      show(chosen);
      onSort(chosen);
    });
  }

  return (
    <Select
      label="Sort by"
      inline
      name="sort"
      form={form}
      options={options}
      value={shown}
      onChange={handleChange}
    />
  );
}
