import { ButtonLink } from "../../ui/button.tsx";
import type { ViewLink } from "./use-directory.ts";

export interface PaginationProps {
  readonly page: number;
  readonly pages: number;
  /** Leads to another page. */
  readonly linkTo: (page: number) => ViewLink;
}

/** The way to the results before and after these. */
export function Pagination({ page, pages, linkTo }: PaginationProps) {
  if (pages < 2) return null;
  return (
    <nav className="pagination" aria-label="Pages of results">
      {page > 1
        ? <ButtonLink variant="outline" rel="prev" {...linkTo(page - 1)}>Previous</ButtonLink>
        : <span className="pagination-none" />}
      <p className="pagination-where">Page {page} of {pages}</p>
      {page < pages
        ? <ButtonLink variant="outline" rel="next" {...linkTo(page + 1)}>Next</ButtonLink>
        : <span className="pagination-none" />}
    </nav>
  );
}
