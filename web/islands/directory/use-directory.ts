import { useQueryClient } from "@tanstack/react-query";
import {
  type MouseEvent,
  startTransition,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import {
  directoryParams,
  type DirectoryQuery,
  type FacetGroup,
  readDirectoryQuery,
} from "../../../api/contract/directory.ts";
import { type DirectoryName } from "../../paths.ts";
import { directoryPath } from "./directory-path.ts";
import { createTypedText } from "./typed-text.ts";
import { directoryKey, type View } from "./use-answer.ts";

/** Debounce of typing: a key within this time of the one before waits for this long. The others do not. */
const typingMs = 30;
/** How long the previous list may stay before the page shows that another one is loading. */
const patienceMs = 150;
/** As many pages as one visit brings back at most. */
const mostPages = 40;

/** Props of a link that works without script, and stays on the page with it. */
export interface ViewLink {
  readonly href: string;
  readonly onClick: (event: MouseEvent) => void;
}

/** A view, or a function of the previous one. */
export type Destination = DirectoryQuery | ((before: DirectoryQuery) => DirectoryQuery);

export type DirectoryState = ReturnType<typeof useDirectory>;

/**
 * State of one directory. It is all in the address, so that back, forward and reload work. A control
 * that someone touches shows its new state at once, and the list follows in a transition.
 */
export function useDirectory(name: DirectoryName, initial: DirectoryQuery, formId: string) {
  const client = useQueryClient();
  const [view, setView] = useState<View>({ query: initial, from: initial.page });
  const [text] = useState(() => createTypedText(initial.search));
  /** The latest view. It is ahead of the shown one while a new list is rendered. */
  const asked = useRef(view);
  /** Views that are not in the history yet: they are still being rendered. */
  const unwritten = useRef<View[]>([]);
  const typing = useRef<ReturnType<typeof setTimeout>>(undefined);
  const lastKeyAt = useRef(0);
  /** Typing is one step of the history, however often it pauses. */
  const isTypingStep = useRef(false);
  const { query, from } = view;

  // Address, count and list change together, even if rendering takes long. Skipped views get their entries, too.
  useLayoutEffect(() => {
    const count = unwritten.current.indexOf(view) + 1;
    for (const { query, from, by } of unwritten.current.splice(0, count)) {
      const path = directoryPath(name, query);
      // A choice that changes nothing adds no history entry.
      if (by && path !== location.pathname + location.search) history[by]({ from }, "", path);
    }
  }, [view]);

  useEffect(() => {
    function handlePopState() {
      const shown = readDirectoryQuery(new URLSearchParams(location.search));
      text.set(shown.search);
      unwritten.current = [];
      setView(ask(shown, undefined, loadedFrom(shown.page)));
    }
    // What was typed or chosen before the script ran is in the form, but not in the state.
    const early = queryOfForm(formId);
    if (early && !isSameView(early, initial)) {
      text.set(early.search);
      setView(ask(early, "replaceState"));
    }
    addEventListener("popstate", handlePopState);
    return () => {
      removeEventListener("popstate", handlePopState);
      clearTimeout(typing.current);
    };
  }, []);

  function ask(query: DirectoryQuery, by?: View["by"], from = query.page): View {
    clearTimeout(typing.current);
    typing.current = undefined;
    isTypingStep.current = false;
    asked.current = { query, from, by };
    unwritten.current.push(asked.current);
    return asked.current;
  }

  function typedQuery(): DirectoryQuery | undefined {
    const next = { ...asked.current.query, search: text.get().trim(), page: 1 };
    return isSameView(next, asked.current.query) ? undefined : next;
  }

  /** Shows what was typed at once, rather than in a transition: little of it is in view. */
  function showTyped() {
    const next = typedQuery();
    if (next === undefined) return;
    setView(ask(next, isTypingStep.current ? "replaceState" : "pushState"));
    isTypingStep.current = true;
  }

  /** Renders the view once, with its answer; without it if the answer takes noticeably long. */
  function askTyped() {
    const next = typedQuery();
    if (next === undefined) return;
    const patience = setTimeout(showTyped, patienceMs);
    typing.current = patience;
    void client.prefetchQuery({ queryKey: directoryKey(name, next) }).then(() => {
      // People who typed on, or went elsewhere, wait for another answer.
      if (typing.current === patience) showTyped();
    });
  }

  /** A choice takes what was typed with it, and starts over from the first page. */
  function choose(change: Partial<DirectoryQuery>) {
    const next = { ...asked.current.query, search: text.get().trim(), page: 1, ...change };
    startTransition(() => setView(ask(next, "pushState")));
  }

  // Always the same function: otherwise every choice would render again at each key.
  const toggle = useCallback((group: FacetGroup, value: string, isChosen: boolean) => {
    const others = asked.current.query[group].filter((other) => other !== value);
    choose({ [group]: isChosen ? [...others, value] : others });
  }, []);

  function goTo(to: Destination, first?: number) {
    const next = queryAt(to, asked.current.query);
    startTransition(() => setView(ask(next, "pushState", first)));
    text.set(next.search);
  }

  function linkTo(to: Destination, followed?: () => void, first?: number): ViewLink {
    return {
      href: directoryPath(name, queryAt(to, query)),
      onClick(event) {
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
        event.preventDefault();
        goTo(to, first);
        followed?.();
      },
    };
  }

  return {
    query,
    from,
    /** The text in the search box; ahead of the query while someone types. */
    text,
    type(next: string): void {
      const now = performance.now();
      const isQuick = now - lastKeyAt.current < typingMs;
      lastKeyAt.current = now;
      text.set(next);
      clearTimeout(typing.current);
      if (isQuick) typing.current = setTimeout(askTyped, typingMs);
      else askTyped();
    },
    search: showTyped,
    toggle,
    sortBy: (sort: DirectoryQuery["sort"]): void => choose({ sort }),
    goTo: (to: Destination): void => goTo(to),
    linkTo,
    /** A link to the page after this view's, which joins those that show. */
    linkToMore: (): ViewLink => linkTo({ ...query, page: query.page + 1 }, undefined, from),
    /** Loads the pages from this one on, too. */
    loadFrom(page: number): void {
      if (page < from) setView(asked.current = { query, from: page });
    },
  };
}

function queryAt(to: Destination, before: DirectoryQuery): DirectoryQuery {
  return typeof to === "function" ? to(before) : to;
}

/** The first page that the present step of the history had loaded. */
function loadedFrom(page: number): number {
  const from = Number((history.state as Partial<View> | null)?.from);
  return from >= 1 && from <= page && page - from < mostPages ? from : page;
}

/** The query of the form's fields; pages are no field. */
function queryOfForm(formId: string): DirectoryQuery | undefined {
  const form = document.getElementById(formId);
  if (!(form instanceof HTMLFormElement)) return undefined;
  const texts = [...new FormData(form)].map(([name, value]) => [name, String(value)]);
  return readDirectoryQuery(new URLSearchParams(texts));
}

/** Whether two queries find the same, whichever page of it they are. */
function isSameView(one: DirectoryQuery, other: DirectoryQuery): boolean {
  const params = (query: DirectoryQuery) =>
    directoryParams({ ...query, role: undefined, page: 1 }).toString();
  return params(one) === params(other);
}
