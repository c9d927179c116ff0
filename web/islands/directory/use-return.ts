import { atomWithStorage, RESET } from "jotai/vanilla/utils";
import { useEffect, useLayoutEffect, useRef } from "react";
import { inThisTab, readStored, store } from "../../hydration/storage.ts";
import { paths } from "../../paths.ts";

/** Scroll position in a list, relative to a card. */
interface ScrollPosition {
  readonly address: string;
  readonly from: number;
  /** The card at the top of the window, and its distance from the top. */
  readonly anchorId?: string | undefined;
  readonly offset: number;
  /** The link followed by keyboard, which gets the focus again. */
  readonly focused?: string | undefined;
}

/** The position where the list was left. Without storage, the browser restores what it can. */
const positionAtom = atomWithStorage<ScrollPosition | undefined>(
  "directory-place",
  undefined,
  inThisTab(),
);

/**
 * Scroll restoration of a long list: after a step back or forward, a reload, or the link back from
 * a profile. It also works if the browser didn't cache the page.
 * @param shownFrom The first page shown; `undefined` without one.
 * @param load Loads the pages from this one on.
 */
export function useReturn(shownFrom: number | undefined, load: (from: number) => void): void {
  const awaited = useRef<ScrollPosition>(undefined);
  const from = useRef(shownFrom);
  from.current = shownFrom;

  useEffect(() => {
    const place = readStored(positionAtom);
    store.set(positionAtom, RESET);
    if (place !== undefined && place.address === address() && isReturn()) {
      awaited.current = place;
      load(place.from);
      if (place.from === from.current) arrive();
    }
    addEventListener("pagehide", handleLeave);
    return () => removeEventListener("pagehide", handleLeave);

    function handleLeave() {
      if (from.current !== undefined) storePosition(from.current);
    }
  }, []);

  useLayoutEffect(() => {
    if (awaited.current !== undefined && awaited.current.from === shownFrom) arrive();
  }, [shownFrom]);

  function arrive() {
    const { anchorId, offset, focused } = awaited.current ?? { offset: 0 };
    awaited.current = undefined;
    const anchor = anchorId === undefined ? null : document.getElementById(anchorId);
    if (anchor !== null) holdPosition(anchor, offset);
    if (focused !== undefined) {
      document.querySelector<HTMLElement>(`.directory-list a[href="${CSS.escape(focused)}"]`)
        ?.focus({ preventScroll: true });
    }
  }
}

/** Input events that end {@link holdPosition}, since the reader scrolls. */
const moves = ["wheel", "touchstart", "pointerdown", "keydown"] as const;

/**
 * Scroll anchor: keeps an element at this distance from the top of the window until the page is
 * stable. Cards get their height when they come into view, and the browser's own restoration may
 * run after ours. Either moves the list again.
 */
function holdPosition(anchor: HTMLElement, offset: number): void {
  const ended = new AbortController();
  for (const move of moves) {
    addEventListener(move, () => ended.abort(), { signal: ended.signal, passive: true });
  }
  let framesAtRest = 0;
  let scrolledTo = NaN;
  place();

  function place() {
    if (ended.signal.aborted || !anchor.isConnected) return ended.abort();
    scrollBy({ top: anchor.getBoundingClientRect().top - offset, behavior: "instant" });
    const atRest = scrollY === scrolledTo && document.readyState === "complete";
    framesAtRest = atRest ? framesAtRest + 1 : 0;
    scrolledTo = scrollY;
    if (framesAtRest < 3) requestAnimationFrame(place);
    else ended.abort();
  }
}

function storePosition(from: number): void {
  const cards = [...document.querySelectorAll<HTMLElement>(".directory-list [id^='member-']")];
  const anchor = scrollY === 0
    ? undefined
    : cards.find((card) => card.getBoundingClientRect().top > 0);
  const link = document.activeElement?.closest<HTMLElement>(".directory-list a:focus-visible");
  store.set(positionAtom, {
    address: address(),
    from,
    anchorId: anchor?.id,
    offset: anchor?.getBoundingClientRect().top ?? 0,
    focused: link?.getAttribute("href") ?? undefined,
  });
}

function address(): string {
  return location.pathname + location.search;
}

/** Whether this is a return by history, reload or the link back, rather than a first visit. */
function isReturn(): boolean {
  const [visit] = performance.getEntriesByType("navigation");
  const type = visit && (visit as PerformanceNavigationTiming).type;
  if (type === "back_forward" || type === "reload") return true;
  return document.referrer.startsWith(location.origin + paths.member(""));
}
