interface PageLinksProps {
  readonly page: number;
  readonly pages: number;
  readonly at: (page: number) => string;
  readonly words?: readonly [before: string, after: string];
}

/** Links to the previous and next page of a list; nothing if it has one page. */
export function PageLinks({ page, pages, at, words = ["Previous", "Next"] }: PageLinksProps) {
  if (pages <= 1) return null;
  return (
    <nav className="links row gap-4" aria-label="Pages">
      {page > 1 && <a href={at(page - 1)}>{words[0]}</a>}
      <span>Page {page} of {pages}</span>
      {page < pages && <a href={at(page + 1)}>{words[1]}</a>}
    </nav>
  );
}
