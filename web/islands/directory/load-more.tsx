import { Text } from "@radix-ui/themes";
import { type MouseEvent, useEffect, useRef } from "react";
import { pageSize } from "../../../api/contract/directory.ts";
import { ButtonLink } from "../../ui/button-link.tsx";
import type { ViewLink } from "./use-directory.ts";

interface LoadMoreProps {
  readonly total: number;
  /** First and last page shown. */
  readonly from: number;
  readonly to: number;
  readonly isBusy: boolean;
  /** Link to the next page. With script, that page is added to the current list. */
  readonly more: ViewLink;
}

export function LoadMore({ total, from, to, isBusy, more }: LoadMoreProps) {
  const first = (from - 1) * pageSize + 1;
  const last = Math.min(to * pageSize, total);
  const awaited = useRef<number>(undefined);

  // For keyboard users, the first added person gets the focus.
  useEffect(() => {
    const index = awaited.current;
    awaited.current = undefined;
    if (index === undefined) return;
    document.querySelectorAll(".directory-list > li").item(index)
      ?.querySelector<HTMLElement>("a")?.focus();
  }, [to]);

  function handleClick(event: MouseEvent) {
    // Enter on a link is a click without a pointer.
    if (event.detail === 0) awaited.current = last - first + 1;
    more.onClick(event);
  }

  if (total <= pageSize) return null;
  return (
    <nav className="load-more" aria-label="Pages of results">
      <Text as="p" size="2" color="gray" className="load-more-where">
        Showing {first}–{last} of {total}
      </Text>
      {last < total && (
        <ButtonLink
          rel="next"
          aria-busy={isBusy}
          href={more.href}
          onClick={handleClick}
          variant="outline"
        >
          {isBusy ? "Loading..." : "Load more"}
        </ButtonLink>
      )}
    </nav>
  );
}

export function EarlierResults({ page, to }: { readonly page: number; readonly to: ViewLink }) {
  return (
    <nav className="load-more" aria-label="Results before these">
      <ButtonLink rel="prev" {...to} variant="outline">Previous page ({page})</ButtonLink>
    </nav>
  );
}
