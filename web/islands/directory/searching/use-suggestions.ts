import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type KeyboardEvent, useEffect, useState } from "react";
import { directoryParams, type DirectoryQuery } from "../../../../api/contract/directory.ts";
import { minSuggestionLetters } from "../../../../search/suggestion-kinds.ts";
import type { Suggestion, SuggestionsAnswer } from "../../../../search/suggestions.ts";
import { queryWords } from "../../../../search/text.ts";
import { keyOf } from "../../../hydration/query-client.ts";
import { calls, type DirectoryName, directoryRole } from "../../../paths.ts";
import { type DirectoryState, useSearchText } from "../use-directory.ts";

/** Suggestions are fetched after a pause this long, so that results are rendered first. */
const pauseMs = 150;

export type Suggestions = ReturnType<typeof useSuggestions>;

/** Suggestions for a directory's search box: a combobox with a list, as in the ARIA Authoring Practices Guide. */
export function useSuggestions(name: DirectoryName, state: DirectoryState) {
  const { query } = state;
  const text = useSearchText(query.search);
  /** The typed text. Texts set in other ways open no suggestions. */
  const [typed, setTyped] = useState<string>();
  const [asked, setAsked] = useState<string>();
  /** The list being browsed by keyboard, and the index in it. Later answers don't replace it. */
  const [chosen, setChosen] = useState<{ among: readonly Suggestion[]; at: number }>();
  const isWanted = typed === text && isLongEnough(text);
  const call = suggestionsParams(name, { ...query, search: text });

  useEffect(() => {
    if (!isWanted) return;
    const timer = setTimeout(() => setAsked(call), pauseMs);
    return () => clearTimeout(timer);
  }, [isWanted, call]);

  const isAsked = isWanted && asked !== undefined;
  const { data, isPlaceholderData } = useQuery<SuggestionsAnswer>({
    // Leaving the key of an answer that is no longer needed aborts its request.
    queryKey: keyOf(calls.suggestions, isAsked ? new URLSearchParams(asked) : undefined),
    enabled: isAsked,
    // The previous ones stay until the next arrive; otherwise the list would flicker.
    placeholderData: keepPreviousData,
  });
  const latest = isAsked && data ? data.suggestions : [];
  const place = isWanted ? chosen : undefined;
  const shown = place?.among ?? latest;
  const active = place?.at ?? -1;
  const close = () => open(undefined);

  function open(text: string | undefined) {
    setTyped(text);
    setChosen(undefined);
  }

  function pick({ search, filters }: Suggestion) {
    close();
    state.goTo((before) => ({ ...before, ...filters, search, page: 1 }));
  }

  /** Moves through the list and the text itself, in a circle. */
  function move(step: 1 | -1) {
    const places = shown.length + 1;
    const at = (active + 1 + step + places) % places - 1;
    setChosen(at === -1 ? undefined : { among: shown, at });
  }

  function press(event: KeyboardEvent) {
    // Keys during composition are for the input method.
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey) return;
    const suggestion = shown[active];
    switch (event.key) {
      case "ArrowDown":
      case "ArrowUp":
        event.preventDefault();
        if (shown.length > 0) move(event.key === "ArrowDown" ? 1 : -1);
        else open(text);
        return;
      case "Home":
      case "End":
        // These keys move the cursor, so the text is being edited again.
        setChosen(undefined);
        return;
      case "Enter":
        close();
        if (suggestion === undefined) return;
        event.preventDefault();
        pick(suggestion);
        return;
      case "Escape":
        if (shown.length === 0) return;
        event.preventDefault();
        close();
    }
  }

  return {
    text,
    /** Empty while closed. */
    shown,
    /** Index of the suggestion that Enter chooses; -1 is the text itself. */
    active,
    /** Distinguishes lists; `undefined` while this one may still change. */
    settled: shown.length > 0 && isAsked && !isPlaceholderData ? asked : undefined,
    type(next: string): void {
      open(next);
      state.type(next);
    },
    pick,
    press,
    close,
  };
}

/** Parameters of the suggestions for a view. */
function suggestionsParams(name: DirectoryName, query: DirectoryQuery): string {
  const role = directoryRole(name);
  const search = query.search.trim();
  return directoryParams({ ...query, search, role, sort: "relevance", page: 1 }).toString();
}

function isLongEnough(text: string): boolean {
  return queryWords(text).join("").length >= minSuggestionLetters;
}

/** Id of the option at an index of the list with this id. */
export function optionId(listId: string, at: number): string {
  return `${listId}-${at}`;
}
