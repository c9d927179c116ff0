import type { DirectoryAnswer, DirectoryQuery } from "../../../../api/contract/directory.ts";
import type { DirectoryName } from "../../../paths.ts";
import { useLookUps } from "../../../hydration/use-look-ups.ts";
import { ButtonLink } from "../../../ui/button.tsx";
import { directoryCall } from "../use-answer.ts";
import type { ViewLink } from "../use-directory.ts";
import { relaxations } from "./relaxations.ts";

export interface RelaxationListProps {
  readonly directory: DirectoryName;
  readonly query: DirectoryQuery;
  readonly linkTo: (query: DirectoryQuery) => ViewLink;
}

/**
 * Relaxations of a query that found nothing, as links, each with how many it would find. The numbers
 * come from the answers themselves, so a click shows them at once. Nothing shows before all are there.
 */
export function RelaxationList({ directory, query, linkTo }: RelaxationListProps) {
  const offers = relaxations(query);
  const answers = useLookUps(offers.map((offer) => directoryCall(directory, offer.query)));
  if (answers.some(({ isFetching }) => isFetching)) return null;
  const open = offers
    .map(({ label, query }, index) => {
      const total = (answers[index]?.data as DirectoryAnswer | undefined)?.total ?? 0;
      return { label: label(total), query, total };
    })
    .filter(({ total }) => total > 0);
  if (open.length === 0) return null;
  return (
    <ul className="relaxations" role="list" aria-label="Ways to find more">
      {open.map(({ label, query }) => (
        <li key={label}>
          <ButtonLink variant="outline" {...linkTo(query)}>{label}</ButtonLink>
        </li>
      ))}
    </ul>
  );
}
