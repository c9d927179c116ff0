import { type MouseEvent, useEffect, useRef, useState } from "react";
import {
  directoryParams,
  type DirectoryQuery,
  type FacetGroup,
  readDirectoryQuery,
} from "../../../api/contract/directory.ts";
import { type DirectoryName, directoryPath } from "../../paths.ts";
import type { View } from "./use-answer.ts";

/** Typing is over, for now, when no key came for this long. */
const typingMs = 150;

/** What a link needs so that it works without script and stays on the page with it. */
export interface ViewLink {
  readonly href: string;
  readonly onClick: (event: MouseEvent) => void;
}

export interface DirectoryState extends View {
  /** What the search box holds; ahead of the query while someone types. */
  readonly text: string;
  type(text: string): void;
  /** Shows what was typed at once. */
  search(): void;
  toggle(group: FacetGroup, value: string, isChosen: boolean): void;
  sortBy(sort: DirectoryQuery["sort"]): void;
  /** Shows another view of the same directory, as a link to it would. */
  goTo(query: DirectoryQuery): void;
  /** A link to another view of the same directory. */
  linkTo(query: DirectoryQuery, followed?: () => void): ViewLink;
  /** A link to the page after this view's, which joins those that show. */
  linkToMore(): ViewLink;
  /** Loads the pages from this one on, too. */
  loadFrom(page: number): void;
}

/** The view of one directory. The address is its state: back, forward and reload all work. */
export function useDirectory(
  name: DirectoryName,
  initial: DirectoryQuery,
  formId: string,
): DirectoryState {
  const [view, setView] = useState<View>({ query: initial, from: initial.page });
  const [text, setText] = useState(initial.search);
  const typing = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** Typing is one step of the history, however often it pauses. */
  const isTypingStep = useRef(false);
  const { query, from } = view;

  useEffect(() => {
    function handlePopState() {
      clearTimeout(typing.current);
      isTypingStep.current = false;
      const shown = readDirectoryQuery(new URLSearchParams(location.search));
      setView({ query: shown, from: keptFrom(shown.page) });
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

  function show(next: DirectoryQuery, step: "pushState" | "replaceState", first = next.page) {
    clearTimeout(typing.current);
    isTypingStep.current = false;
    const path = directoryPath(name, next);
    // A choice that changes nothing leaves no step to go back over.
    if (path !== location.pathname + location.search) history[step]({ from: first }, "", path);
    setView({ query: next, from: first });
  }

  function showTyped(typed: string) {
    const next = { ...query, search: typed.trim(), page: 1 };
    if (isSameView(next, query)) return;
    show(next, isTypingStep.current ? "replaceState" : "pushState");
    isTypingStep.current = true;
  }

  /** A choice takes what was typed with it, and starts over from the first page. */
  function choose(change: Partial<DirectoryQuery>) {
    show({ ...query, search: text.trim(), page: 1, ...change }, "pushState");
  }

  function goTo(next: DirectoryQuery, first = next.page) {
    show(next, "pushState", first);
    setText(next.search);
  }

  function link(next: DirectoryQuery, first: number, followed?: () => void): ViewLink {
    return {
      href: directoryPath(name, next),
      onClick(event) {
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
        event.preventDefault();
        goTo(next, first);
        followed?.();
      },
    };
  }

  return {
    query,
    from,
    text,
    type(typed) {
      setText(typed);
      clearTimeout(typing.current);
      typing.current = setTimeout(() => showTyped(typed), typingMs);
    },
    search() {
      clearTimeout(typing.current);
      showTyped(text);
    },
    toggle(group, value, isChosen) {
      const others = query[group].filter((other) => other !== value);
      choose({ [group]: isChosen ? [...others, value] : others });
    },
    sortBy(sort) {
      choose({ sort });
    },
    goTo: (next) => goTo(next),
    linkTo: (next, followed) => link(next, next.page, followed),
    linkToMore: () => link({ ...query, page: query.page + 1 }, from),
    loadFrom(page) {
      if (page < from) setView({ query, from: page });
    },
  };
}

/** As many pages as one visit brings back at most. */
const mostPages = 40;

/** The first page that the present step of the history had loaded. */
function keptFrom(page: number): number {
  const state: unknown = history.state;
  const from = state !== null && typeof state === "object" && "from" in state ? state.from : page;
  return typeof from === "number" && from >= 1 && from <= page && page - from < mostPages
    ? from
    : page;
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

/** Whether two queries find the same, whichever page of it they are. */
function isSameView(one: DirectoryQuery, other: DirectoryQuery): boolean {
  const params = (query: DirectoryQuery) =>
    directoryParams({ ...query, role: undefined, page: 1 }).toString();
  return params(one) === params(other);
}
