import { useQueries } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import {
  type DirectoryAnswer,
  directoryParams,
  type DirectoryQuery,
} from "../../../api/contract/directory.ts";
import { type SeenAnswer, seenAnswer } from "./card-fields.ts";
import { calls, type DirectoryName, directoryRole, paths } from "../../paths.ts";
import { ApiError, isSessionOver } from "../../hydration/calls.ts";
import { goTo } from "../../hydration/navigation.ts";
import { keyOf } from "../../hydration/query-client.ts";
import { toastAfterNavigation } from "../../toasts/toasts.ts";

/** A view of a directory: consecutive pages, from `from` to the query's own. */
export interface View {
  readonly query: DirectoryQuery;
  readonly from: number;
}

/** A view with its answers, page by page. */
export interface ShownView extends View {
  readonly answers: readonly [SeenAnswer, ...SeenAnswer[]];
}

export type DirectoryResults = ReturnType<typeof useDirectoryResults>;

const sessionEnded = {
  title: "Your session has ended",
  description: "Sign in again",
};

/** Path of a directory with a query; an empty query gives the bare path. */
export function directoryPath(name: DirectoryName, query: DirectoryQuery): string {
  const search = directoryParams({ ...query, role: undefined }).toString();
  return search === "" ? paths[name]() : `${paths[name]()}?${search}`;
}

/** Key of the answer to a view's query: one page of a directory. */
export function directoryKey(name: DirectoryName, query: DirectoryQuery) {
  return keyOf(calls.directory, directoryParams({ ...query, role: directoryRole(name) }));
}

/** How long an answer may take before the page shows that it is loading. */
const lateMs = 300;

/**
 * The answers to a view. The previous ones stay while new ones are loading, or if they fail.
 * Outdated queries are aborted.
 */
export function useDirectoryResults(name: DirectoryName, view: View) {
  const { query, from } = view;
  const queries = useMemo(() => {
    const pages = Array.from({ length: query.page - from + 1 }, (_, index) => from + index);
    return pages.map((page) => ({ queryKey: directoryKey(name, { ...query, page }) }));
  }, [name, query, from]);
  const results = useQueries({ queries });
  const answers = results.flatMap(({ data }) =>
    data === undefined ? [] : [seenAnswer(data as DirectoryAnswer)]
  );
  const current = answers.length === queries.length
    ? { query, from, answers: answers as unknown as ShownView["answers"] }
    : undefined;
  const [before, setBefore] = useState(current);
  // Returns the same object for the same view, so that components can skip rendering.
  const isNew = current !== undefined && !(before && isSameView(current, before));
  if (isNew) setBefore(current);
  const shown = isNew ? current : before;
  const isBusy = results.some(({ isFetching }) => isFetching);
  const isLate = useLate(isBusy && shown !== undefined && !isSameList(shown.query, query));
  const error = results.find(({ isError }) => isError)?.error;

  useEffect(() => {
    if (!isSessionOver(error)) return;
    // The page's own route decides where to go.
    toastAfterNavigation(sessionEnded);
    goTo(directoryPath(name, query));
  }, [error]);

  return {
    /** The last answered view; `undefined` until there is one. */
    shown,
    isBusy,
    /** Whether another list is slow. */
    isLate: isLate || (shown === undefined && error === undefined),
    hasFailed: error !== undefined,
    /** The server's message, if an immediate retry would not help. */
    refusal: error instanceof ApiError && error.status === 429 ? error.serverMessage : undefined,
    retry(): void {
      for (const { isError, refetch } of results) if (isError) void refetch();
    },
  };
}

function useLate(isWaiting: boolean): boolean {
  const [isLate, setLate] = useState(false);

  useEffect(() => {
    if (!isWaiting) return setLate(false);
    const timer = setTimeout(() => setLate(true), lateMs);
    return () => clearTimeout(timer);
  }, [isWaiting]);

  return isWaiting && isLate;
}

/** Whether two queries find the same list, regardless of their page. */
export function isSameList(one: DirectoryQuery, other: DirectoryQuery): boolean {
  const params = (query: DirectoryQuery) =>
    directoryParams({ ...query, role: undefined, page: 1 }).toString();
  return params(one) === params(other);
}

function isSameView(one: ShownView, other: ShownView): boolean {
  return one.query === other.query && one.from === other.from &&
    one.answers.length === other.answers.length &&
    one.answers.every((answer, at) => answer === other.answers[at]);
}
