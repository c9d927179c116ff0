import { queryWords } from "../../search/text.ts";

const pageSize = 50;

/** A page, from 1. Invalid numbers give the first page, larger ones the last. */
export function pageOf<T>(found: readonly T[], wanted: number) {
  const pages = Math.max(1, Math.ceil(found.length / pageSize));
  const page = Math.min(Math.max(1, Math.trunc(wanted) || 1), pages);
  const shown = found.slice((page - 1) * pageSize, page * pageSize);
  return { shown, total: found.length, page, pages };
}

export function nameFilter(search: string) {
  const wanted = queryWords(search);
  return ({ names }: { readonly names: readonly string[] }) =>
    wanted.every((word) => names.some((name) => name.startsWith(word)));
}
