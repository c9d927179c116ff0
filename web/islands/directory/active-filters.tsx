import type { DirectoryQuery } from "../../../api/contract/directory.ts";
import { facetGroups } from "../../../search/profile-search.ts";
import { CloseIcon } from "../../ui/icons.tsx";
import { choiceLabel } from "./choices.ts";
import type { ViewLink } from "./use-directory.ts";

export interface ActiveFiltersProps {
  readonly query: DirectoryQuery;
  readonly linkTo: (query: DirectoryQuery) => ViewLink;
}

/** Everything that narrows the view, the text too, each a link to the same view without it. */
export function ActiveFilters({ query, linkTo }: ActiveFiltersProps) {
  const chosen = facetGroups.flatMap((group) =>
    query[group].map((value) => ({
      label: choiceLabel(group, value),
      without: { [group]: query[group].filter((other) => other !== value) },
    }))
  );
  const active = query.search === ""
    ? chosen
    : [{ label: `“${query.search}”`, without: { search: "" } }, ...chosen];
  if (active.length === 0) return null;
  return (
    <ul className="active-filters" role="list" aria-label="Active filters">
      {active.map(({ label, without }) => (
        <li key={`${Object.keys(without)[0]} ${label}`}>
          <a className="active-filters-chip" {...linkTo({ ...query, page: 1, ...without })}>
            <span className="visually-hidden">Remove filter</span>
            <span className="active-filters-label">{label}</span>
            <CloseIcon />
          </a>
        </li>
      ))}
    </ul>
  );
}
