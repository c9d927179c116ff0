import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useAtomValue } from "jotai/react";
import { atom } from "jotai/vanilla";
import { type MouseEvent, startTransition, useEffect, useLayoutEffect, useState } from "react";
import {
  type DirectoryQuery,
  type FacetGroup,
  readDirectoryQuery,
} from "../../../api/contract/directory.ts";
import { afterPaint } from "../../hydration/after-paint.ts";
import { store } from "../../hydration/storage.ts";
import { type DirectoryName } from "../../paths.ts";
import { directoryKey, directoryPath, isSameList, type View } from "./use-answer.ts";

/**
 * Debounce of typing: a key within this time after the previous one waits this long. Other keys
 * don't wait.
 */
const typingMs = 30;
/** How long the previous list may stay before the page shows that another one is loading. */
const patienceMs = 150;
/** Maximum number of pages that returning to a list loads. */
const mostPages = 40;

interface Choice extends View {
  /** How it was chosen, unless it adds its own history entry. */
  readonly how?: "typed" | "typed early" | "by history";
}

/**
 * The directory's view; `undefined` until someone changes it. The URL shows the same: it is written
 * once the view is rendered, and Back and Forward set the view from it.
 */
const viewAtom = atom<Choice>();
/** The text in the search box. Separate from the view, so that a key renders only the box. */
const textAtom = atom<string>();

/** The text in the search box. It is ahead of the view's during typing. */
export function useSearchText(search: string): string {
  const text = useAtomValue(textAtom);
  return text ?? search;
}

/** Props of a link that works without script, and changes the view in place with it. */
export interface ViewLink {
  readonly href: string;
  readonly onClick: (event: MouseEvent) => void;
}

/** A view, or a function of the previous one. */
export type Destination = DirectoryQuery | ((before: DirectoryQuery) => DirectoryQuery);

export type DirectoryState = ReturnType<typeof useDirectory>;

/**
 * State of a directory. A touched control shows its new state immediately, and the list follows in
 * a transition. Until then, the stored view is ahead of the shown one.
 */
export function useDirectory(name: DirectoryName, initial: DirectoryQuery, formId: string) {
  const client = useQueryClient();
  const [{ first, start, write, ...actions }] = useState(() =>
    createActions(name, initial, client)
  );
  const view = useAtomValue(viewAtom);
  const { query, from } = view ?? first;

  // URL, count and list change together, even if rendering takes long.
  useLayoutEffect(() => {
    if (view) write(view);
  }, [view]);
  useEffect(() => start(formId), []);

  return { ...actions, query, from };
}

function createActions(name: DirectoryName, initial: DirectoryQuery, client: QueryClient) {
  const first: Choice = { query: initial, from: initial.page };
  const latest = () => store.get(viewAtom) ?? first;
  const text = () => store.get(textAtom) ?? initial.search;
  let typing: ReturnType<typeof setTimeout> | undefined;
  let lastKeyAt = 0;
  let lastHow: Choice["how"];
  /** Views that are still being rendered, or were skipped. Each adds a history entry, too. */
  let unwritten: Choice[] = [];

  function show(view: Choice) {
    clearTimeout(typing);
    typing = undefined;
    if (view.how === "by history") unwritten = [];
    else unwritten.push(view);
    store.set(viewAtom, view);
  }

  function write(shown: Choice) {
    for (const { query, from, how } of unwritten.splice(0, unwritten.indexOf(shown) + 1)) {
      // Typing adds one entry, however often it pauses.
      const isSameStep = how === "typed early" || (how === "typed" && lastHow === "typed");
      lastHow = how;
      const path = directoryPath(name, query);
      // A choice that changes nothing adds no history entry.
      if (path === location.pathname + location.search) continue;
      history[isSameStep ? "replaceState" : "pushState"]({ from }, "", path);
    }
    lastHow = shown.how;
  }

  function start(formId: string) {
    function handlePopState() {
      const query = readDirectoryQuery(new URLSearchParams(location.search));
      store.set(textAtom, query.search);
      show({ query, from: loadedFrom(query.page), how: "by history" });
    }
    // Values typed or chosen before the script ran are in the form, but not in the state.
    const early = queryOfForm(formId);
    if (early && !isSameList(early, initial)) {
      store.set(textAtom, early.search);
      show({ query: early, from: early.page, how: "typed early" });
    }
    addEventListener("popstate", handlePopState);
    return () => {
      removeEventListener("popstate", handlePopState);
      clearTimeout(typing);
      store.set(viewAtom, undefined);
      store.set(textAtom, undefined);
    };
  }

  function typedQuery(): DirectoryQuery | undefined {
    const { query } = latest();
    const next = { ...query, search: text().trim(), page: 1 };
    return isSameList(next, query) ? undefined : next;
  }

  /** Shows the typed text immediately, rather than in a transition, since little of it is in view. */
  function search() {
    const query = typedQuery();
    if (query !== undefined) show({ query, from: 1, how: "typed" });
  }

  /** Renders the view once, with its answer; without it if the answer is noticeably slow. */
  function askTyped() {
    const query = typedQuery();
    if (query === undefined) return;
    const patience = setTimeout(search, patienceMs);
    typing = patience;
    // A cached answer is there before the key is painted, and its list takes longer to render.
    void client.prefetchQuery({ queryKey: directoryKey(name, query) }).then(afterPaint).then(() => {
      // If the person typed on, or left, another answer is awaited.
      if (typing === patience) search();
    });
  }

  function type(next: string) {
    const now = performance.now();
    const isQuick = now - lastKeyAt < typingMs;
    lastKeyAt = now;
    store.set(textAtom, next);
    clearTimeout(typing);
    if (isQuick) typing = setTimeout(askTyped, typingMs);
    else askTyped();
  }

  /** A choice includes the typed text, and starts over from the first page. */
  function choose(change: Partial<DirectoryQuery>) {
    const query = { ...latest().query, search: text().trim(), page: 1, ...change };
    startTransition(() => show({ query, from: 1 }));
  }

  function toggle(group: FacetGroup, value: string, isChosen: boolean) {
    const others = latest().query[group].filter((other) => other !== value);
    choose({ [group]: isChosen ? [...others, value] : others });
  }

  function goTo(to: Destination, from?: number) {
    const query = queryAt(to, latest().query);
    startTransition(() => show({ query, from: from ?? query.page }));
    store.set(textAtom, query.search);
  }

  function linkTo(to: Destination, followed?: () => void, from?: number): ViewLink {
    return {
      href: directoryPath(name, queryAt(to, latest().query)),
      onClick(event) {
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
        event.preventDefault();
        goTo(to, from);
        followed?.();
      },
    };
  }

  return {
    first,
    start,
    write,
    type,
    search,
    toggle,
    sortBy: (sort: DirectoryQuery["sort"]): void => choose({ sort }),
    goTo: (to: Destination): void => goTo(to),
    linkTo,
    /** A link to the page after this view's, which is added to the current list. */
    linkToMore(): ViewLink {
      const { query, from } = latest();
      return linkTo({ ...query, page: query.page + 1 }, undefined, from);
    },
    /** Also loads the pages from this one on. */
    loadFrom(from: number): void {
      if (from < latest().from) store.set(viewAtom, { ...latest(), from });
    },
  };
}

function queryAt(to: Destination, before: DirectoryQuery): DirectoryQuery {
  return typeof to === "function" ? to(before) : to;
}

/** The first page that the current history entry had loaded. */
function loadedFrom(page: number): number {
  const from = Number((history.state as Partial<View> | null)?.from);
  return from >= 1 && from <= page && page - from < mostPages ? from : page;
}

/** The query in the form's fields, which don't include the page. */
function queryOfForm(formId: string): DirectoryQuery | undefined {
  const form = document.getElementById(formId);
  if (!(form instanceof HTMLFormElement)) return undefined;
  const texts = [...new FormData(form)].map(([name, value]) => [name, String(value)]);
  return readDirectoryQuery(new URLSearchParams(texts));
}
