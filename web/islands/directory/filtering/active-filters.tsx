import type { DirectoryQuery } from "../../../../api/contract/directory.ts";
import { facetGroups, facetLabel } from "../../../../search/facets.ts";
import { CloseIcon } from "../../../ui/icons.tsx";
import type { Destination, ViewLink } from "../use-directory.ts";

/**
 * Maximum number of links: each has all other filters in its URL. Further filters can be removed in
 * the panel.
 */
const maxChips = 20;
const does = "Remove filter: ";

/** Everything that narrows the view, including the text, each as a link to the view without it. */
export function ActiveFilters(
  { query, linkTo }: {
    readonly query: DirectoryQuery;
    readonly linkTo: (to: Destination) => ViewLink;
  },
) {
  const chosen = facetGroups.flatMap((group) =>
    query[group].map((value) => ({
      key: `${group} ${value}`,
      label: facetLabel(group, value),
      // Based on the latest view, so that two quick clicks remove both.
      without: (before: DirectoryQuery) => ({
        ...before,
        [group]: before[group].filter((other) => other !== value),
        page: 1,
      }),
    }))
  );
  const text = {
    key: "search",
    label: `“${query.search}”`,
    without: (before: DirectoryQuery) => ({ ...before, search: "", page: 1 }),
  };
  const active = query.search === "" ? chosen : [text, ...chosen];
  if (active.length === 0) return null;
  return (
    <ul className="active-filters" role="list" aria-label="Active filters">
      {active.slice(0, maxChips).map(({ key, label, without }) => (
        <li key={key}>
          <a className="active-filters-chip" {...linkTo(without)}>
            <span className="visually-hidden">{does}</span>
            <span className="active-filters-label">{label}</span>
            <CloseIcon />
          </a>
        </li>
      ))}
      {active.length > maxChips && <li>{`and ${active.length - maxChips} more`}</li>}
    </ul>
  );
}
