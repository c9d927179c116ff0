import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type MouseEvent, useEffect, useRef, useState } from "react";
import {
  type DirectoryAnswer,
  directoryParams,
  type DirectoryQuery,
  type FacetGroup,
  readDirectoryQuery,
} from "../../../api/contract/directory.ts";
import { ApiError } from "../api.ts";
import { goTo } from "../navigation.ts";
import { calls, type DirectoryName, directoryPath, directoryRole } from "../../paths.ts";

/** Typing is over, for now, when no key came for this long. */
const typingMs = 150;

/** What a link needs so that it works without script and stays on the page with it. */
export interface ViewLink {
  readonly href: string;
  readonly onClick: (event: MouseEvent) => void;
}

export interface DirectoryState {
  readonly query: DirectoryQuery;
  /** What the search box holds; ahead of the query while someone types. */
  readonly text: string;
  type(text: string): void;
  /** Shows what was typed at once. */
  search(): void;
  toggle(group: FacetGroup, value: string, isChosen: boolean): void;
  sortBy(sort: DirectoryQuery["sort"]): void;
  /** A link to another view of the same directory; `followed` runs once it shows. */
  linkTo(query: DirectoryQuery, followed?: () => void): ViewLink;
}

/** The view of one directory. The address is its state: back, forward and reload all work. */
export function useDirectory(
  name: DirectoryName,
  initial: DirectoryQuery,
  formId: string,
): DirectoryState {
  const [query, setQuery] = useState(initial);
  const [text, setText] = useState(initial.search);
  const typing = useRef<ReturnType<typeof setTimeout>>(undefined);

  useEffect(() => {
    function handlePopState() {
      clearTimeout(typing.current);
      const shown = readDirectoryQuery(new URLSearchParams(location.search));
      setQuery(shown);
      setText(shown.search);
    }
    addEventListener("popstate", handlePopState);
    return () => {
      removeEventListener("popstate", handlePopState);
      clearTimeout(typing.current);
    };
  }, []);

  useEffect(() => {
    // What was typed or chosen before the script ran is in the form, but not in the state.
    const held = heldQuery(formId);
    if (held === undefined || isSameView(held, initial)) return;
    setText(held.search);
    show(held, "replaceState");
  }, []);

  function show(next: DirectoryQuery, step: "pushState" | "replaceState") {
    clearTimeout(typing.current);
    const path = directoryPath(name, next);
    // A choice that changes nothing leaves no step to go back over.
    if (path !== location.pathname + location.search) history[step](null, "", path);
    setQuery(next);
  }

  /** A choice takes what was typed with it, and starts over from the first page. */
  function choose(change: Partial<DirectoryQuery>) {
    show({ ...query, search: text.trim(), page: 1, ...change }, "pushState");
  }

  return {
    query,
    text,
    type(typed) {
      setText(typed);
      clearTimeout(typing.current);
      const next = { ...query, search: typed.trim(), page: 1 };
      typing.current = setTimeout(() => show(next, "replaceState"), typingMs);
    },
    search() {
      show({ ...query, search: text.trim(), page: 1 }, "replaceState");
    },
    toggle(group, value, isChosen) {
      const others = query[group].filter((other) => other !== value);
      choose({ [group]: isChosen ? [...others, value] : others });
    },
    sortBy(sort) {
      choose({ sort });
    },
    linkTo(next, followed) {
      return {
        href: directoryPath(name, next),
        onClick(event) {
          if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
          event.preventDefault();
          show(next, "pushState");
          setText(next.search);
          followed?.();
        },
      };
    },
  };
}

/** The query that the form's fields say; pages are no field. */
function heldQuery(formId: string): DirectoryQuery | undefined {
  const form = document.getElementById(formId);
  if (!(form instanceof HTMLFormElement)) return undefined;
  const params = new URLSearchParams();
  for (const [name, value] of new FormData(form)) {
    if (typeof value === "string") params.append(name, value);
  }
  return readDirectoryQuery(params);
}

function isSameView(one: DirectoryQuery, other: DirectoryQuery): boolean {
  const params = (query: DirectoryQuery) =>
    directoryParams({ ...query, role: undefined, page: 1 }).toString();
  return params(one) === params(other);
}

/** Where the answer to a view's query is asked for: also its key in the query client. */
export function directoryCall(name: DirectoryName, query: DirectoryQuery): string {
  const params = directoryParams({ ...query, role: directoryRole(name) }).toString();
  return params === "" ? calls.directory : `${calls.directory}?${params}`;
}

/**
 * The answer to a view's query. While a new one is on its way the one before stays; a query that was
 * overtaken is aborted.
 */
export function useDirectoryAnswer(name: DirectoryName, query: DirectoryQuery) {
  const answer = useQuery<DirectoryAnswer>({
    queryKey: [directoryCall(name, query)],
    placeholderData: keepPreviousData,
  });
  const { error } = answer;

  useEffect(() => {
    // The session is over: the page itself knows where that leads.
    if (error instanceof ApiError && error.status === 401) goTo(directoryPath(name, query));
  }, [error]);

  return answer;
}
