import { Link } from "@radix-ui/themes";
interface PageLinksProps {
  readonly page: number;
  readonly pages: number;
  readonly at: (page: number) => string;
  readonly words?: readonly [before: string, after: string];
}

/** Links to the previous and next page of a list; empty if it has one page. */
export function PageLinks({ page, pages, at, words = ["Previous", "Next"] }: PageLinksProps) {
  if (pages <= 1) return null;
  return (
    <nav className="links row gap-4" aria-label="Pages">
      {page > 1 && <Link href={at(page - 1)}>{words[0]}</Link>}
      <span>Page {page} of {pages}</span>
      {page < pages && <Link href={at(page + 1)}>{words[1]}</Link>}
    </nav>
  );
}
