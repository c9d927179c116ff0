import type { DirectoryQuery } from "../../../api/contract/directory.ts";
import { topicFilterLabel } from "../../../events/vocabulary.ts";
import { facetGroups } from "../../../search/profile-search.ts";
import { CloseIcon } from "../../ui/icons.tsx";
import type { ViewLink } from "./use-directory.ts";

export interface ActiveFiltersProps {
  readonly query: DirectoryQuery;
  readonly linkTo: (query: DirectoryQuery) => ViewLink;
}

/** Every filter that is on, each a link to the same view without it. */
export function ActiveFilters({ query, linkTo }: ActiveFiltersProps) {
  const active = facetGroups.flatMap((group) => query[group].map((value) => ({ group, value })));
  if (active.length === 0) return null;
  return (
    <ul className="active-filters" role="list" aria-label="Active filters">
      {active.map(({ group, value }) => (
        <li key={`${group} ${value}`}>
          <a
            className="active-filters-chip"
            {...linkTo({
              ...query,
              page: 1,
              [group]: query[group].filter((other) => other !== value),
            })}
          >
            <span className="visually-hidden">Remove filter</span>
            <span>{group === "helpTopics" ? topicFilterLabel(value) : value}</span>
            <CloseIcon />
          </a>
        </li>
      ))}
    </ul>
  );
}
