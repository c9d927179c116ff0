import { type MouseEvent, startTransition, useCallback, useEffect, useRef, useState } from "react";
import {
  directoryParams,
  type DirectoryQuery,
  type FacetGroup,
  readDirectoryQuery,
} from "../../../api/contract/directory.ts";
import { useLookUpsOfPage } from "../../hydration/use-look-ups.ts";
import { directoryPath } from "./directory-path.ts";
import { type DirectoryName } from "../../paths.ts";
import { directoryCall, type View } from "./use-answer.ts";
import { createTypedText } from "./typed-text.ts";
import { type Step, useSteps } from "./use-steps.ts";

/** Debounce of typing: a key within this time of the one before waits for this long. The others do not. */
const typingMs = 30;
/** How long the previous list may stay before the page shows that another one is loading. */
const patienceMs = 150;

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
 * that someone touches shows its new state at once. The list follows in a transition, and the address
 * changes when the list does.
 */
export function useDirectory(
  name: DirectoryName,
  initial: DirectoryQuery,
  formId: string,
) {
  const lookUps = useLookUpsOfPage();
  const [view, setView] = useState<View>({ query: initial, from: initial.page });
  const [text] = useState(() => createTypedText(initial.search));
  /** The latest query. It is ahead of the shown one while a new list is rendered. */
  const asked = useRef(view);
  const typing = useRef<ReturnType<typeof setTimeout>>(undefined);
  const lastKeyAt = useRef(0);
  /** Typing is one step of the history, however often it pauses. */
  const isTypingStep = useRef(false);
  const steps = useSteps(name, view);
  const { query, from } = view;

  useEffect(() => {
    function handlePopState() {
      stopTyping();
      steps.drop();
      const shown = readDirectoryQuery(new URLSearchParams(location.search));
      asked.current = { query: shown, from: keptFrom(shown.page) };
      setView(asked.current);
      text.set(shown.search);
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
    text.set(held.search);
    asked.current = { query: held, from: held.page };
    steps.write({ view: asked.current, by: "replaceState" });
    setView(asked.current);
  }, []);

  function stopTyping() {
    clearTimeout(typing.current);
    typing.current = undefined;
    isTypingStep.current = false;
  }

  function show(next: DirectoryQuery, by: Step["by"], first = next.page) {
    startTransition(() => setView(ask(next, first, { by })));
  }

  function ask(query: DirectoryQuery, from: number, step: Omit<Step, "view">): View {
    stopTyping();
    asked.current = { query, from };
    steps.add({ ...step, view: asked.current });
    return asked.current;
  }

  function typedQuery(): DirectoryQuery {
    return { ...asked.current.query, search: text.get().trim(), page: 1 };
  }

  function showTyped() {
    const next = typedQuery();
    if (isSameView(next, asked.current.query)) return;
    // At once, rather than in a transition: little of it is in view.
    const by = isTypingStep.current ? "replaceState" : "pushState";
    setView(ask(next, 1, { by, isTyped: true }));
    isTypingStep.current = true;
  }

  /** Renders the view once, with its answer; without it if the answer takes noticeably long. */
  function askTyped() {
    const next = typedQuery();
    if (isSameView(next, asked.current.query)) return;
    const patience = setTimeout(showTyped, patienceMs);
    typing.current = patience;
    void lookUps.ask(directoryCall(name, next)).then(() => {
      // People who typed on, or went elsewhere, wait for another answer.
      if (typing.current === patience) showTyped();
    });
  }

  /** A choice takes what was typed with it, and starts over from the first page. */
  function choose(change: Partial<DirectoryQuery>) {
    const search = text.get().trim();
    show({ ...asked.current.query, search, page: 1, ...change }, "pushState");
  }

  // Always the same function: otherwise every choice would render again at each key.
  const toggle = useCallback((group: FacetGroup, value: string, isChosen: boolean) => {
    const others = asked.current.query[group].filter((other) => other !== value);
    choose({ [group]: isChosen ? [...others, value] : others });
  }, []);

  function goTo(to: Destination, first?: number) {
    const next = reached(to, asked.current.query);
    show(next, "pushState", first);
    text.set(next.search);
  }

  function link(to: Destination, first?: number, followed?: () => void): ViewLink {
    return {
      href: directoryPath(name, reached(to, query)),
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
    /** Shows what was typed at once. */
    search(): void {
      clearTimeout(typing.current);
      showTyped();
    },
    toggle,
    sortBy(sort: DirectoryQuery["sort"]): void {
      choose({ sort });
    },
    /** Shows another view of the same directory, as a link to it would. */
    goTo: (to: Destination): void => goTo(to),
    /** A link to another view of the same directory. */
    linkTo: (to: Destination, followed?: () => void): ViewLink => link(to, undefined, followed),
    /** A link to the page after this view's, which joins those that show. */
    linkToMore: (): ViewLink => link({ ...query, page: query.page + 1 }, from),
    /** Loads the pages from this one on, too. */
    loadFrom(page: number): void {
      if (page >= from) return;
      asked.current = { query, from: page };
      setView(asked.current);
    },
  };
}

function reached(to: Destination, before: DirectoryQuery): DirectoryQuery {
  return typeof to === "function" ? to(before) : to;
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
