import type { DirectoryQuery, Relaxed } from "../../../../api/contract/directory.ts";
import { hasAddress } from "../../../../search/text.ts";

/** Says that no one matches everything, and who is shown instead. */
export function relaxedText({ showing }: Relaxed): string {
  return `No one matches everything. Showing ${showing}.`;
}

/** Shown when someone searches for an email address; empty otherwise. */
export function addressHint({ search }: Pick<DirectoryQuery, "search">): string | undefined {
  return hasAddress(search)
    ? "You can't find people by email address. Search by name instead."
    : undefined;
}
