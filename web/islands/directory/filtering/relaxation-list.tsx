import { useQueries } from "@tanstack/react-query";
import type { DirectoryAnswer, DirectoryQuery } from "../../../../api/contract/directory.ts";
import type { DirectoryName } from "../../../paths.ts";
import { ButtonLink } from "../../../ui/button.tsx";
import { directoryCall } from "../use-answer.ts";
import type { ViewLink } from "../use-directory.ts";
import { waysOut } from "./relaxations.ts";

export interface WaysOutListProps {
  readonly directory: DirectoryName;
  readonly query: DirectoryQuery;
  readonly linkTo: (query: DirectoryQuery) => ViewLink;
}

/**
 * Where nothing was found: what to give up, with how many that would find. The numbers are the
 * answers themselves, so a click shows them at once. Nothing is offered before all are known.
 */
export function WaysOutList({ directory, query, linkTo }: WaysOutListProps) {
  const ways = waysOut(query);
  const answers = useQueries({
    queries: ways.map((way) => ({ queryKey: [directoryCall(directory, way.query)] })),
  });
  if (answers.some(({ isPending }) => isPending)) return null;
  const open = ways
    .map((way, index) => ({ ...way, answer: answers[index]?.data as DirectoryAnswer | undefined }))
    .filter(({ answer }) => answer !== undefined && answer.total > 0);
  if (open.length === 0) return null;
  return (
    <ul className="ways-out" role="list" aria-label="Ways to find more">
      {open.map(({ label, query, answer }) => (
        <li key={label}>
          <ButtonLink variant="outline" {...linkTo(query)}>
            <span>
              {label}: <span className="ways-out-count">{answer?.total}</span>
            </span>
          </ButtonLink>
        </li>
      ))}
    </ul>
  );
}
