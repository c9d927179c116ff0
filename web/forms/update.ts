/**
 * Updates a part of the page piece by piece: elements with `data-piece` and an id. What has not changed stays as it is,
 * with typed text, focus and scroll position. Screen readers announce only what is new.
 */
import { showLocalTimes } from "../hydration/local-times.ts";
import { read } from "./form-answer.ts";
import { swap } from "./swap.ts";

/**
 * @param page The server's current version.
 * @param sent The form that was accepted: it is emptied.
 */
export function update(part: HTMLElement, page: Document, sent?: HTMLFormElement): void {
  const focused = document.activeElement;
  const top = focused?.getBoundingClientRect().top;
  showLocalTimes(page.body);
  if (sent) clearNew(part);
  sent?.reset();
  for (const { id } of part.querySelectorAll("[data-piece]")) {
    const [piece, next] = [document.getElementById(id), page.getElementById(id)];
    // A piece within a swapped one is in place by now.
    if (piece && next && versionOf(piece) !== versionOf(next)) updatePiece(piece, next, page);
  }
  if (sent?.isConnected === false) part.querySelector("textarea")?.focus({ preventScroll: true });
  // The field that has the focus stays where it was, though there is more above it.
  const now = document.activeElement;
  if (top === undefined || now === null || now === document.body || sent) return;
  scrollBy({ top: now.getBoundingClientRect().top - top, behavior: "instant" });
}

function updatePiece(piece: HTMLElement, next: HTMLElement, page: Document): void {
  if (piece.dataset.piece === "list" && addNew(piece, next)) return;
  const outer = piece.dataset.piece === "list" && piece.parentElement?.closest("[data-piece]");
  const whole = outer ? page.getElementById(outer.id) : null;
  if (outer instanceof HTMLElement && whole) return swap(outer, whole, { isRefused: false });
  for (const list of piece.querySelectorAll("[data-piece=list]")) {
    const nextList = page.getElementById(list.id);
    if (nextList) addNew(nextList, list.cloneNode(true) as Element);
  }
  swap(piece, next, { isRefused: false });
}

/** Adds the items that a list lacks, in their order. Returns whether the lists have an item in common. */
function addNew(list: Element, from: Element): boolean {
  const known = new Map([...list.children].map((item) => [keyOf(item), item]));
  const items = [...from.children] as HTMLElement[];
  if (!items.some((item) => known.has(keyOf(item)))) return false;
  let last: Element | undefined;
  for (const item of items) {
    const same = known.get(keyOf(item));
    if (!same) {
      item.dataset.isNew = "";
      if (last) last.after(item);
      else list.prepend(item);
    }
    last = same ?? item;
  }
  return true;
}

/** The items of a list have ids, or they are options. */
const keyOf = (item: Element) => item.id || (item as HTMLOptionElement).value;

const versionOf = ({ dataset, innerHTML }: HTMLElement) => dataset.version ?? innerHTML;

function clearNew(part: HTMLElement): void {
  for (const item of part.querySelectorAll<HTMLElement>("[data-is-new]")) delete item.dataset.isNew;
}

/** Updates elements that show the same elsewhere on the page, such as the user's name in the menu. */
export function swapFollowers(page: Document): void {
  for (const follower of document.querySelectorAll("[data-follows]")) {
    const next = page.getElementById(follower.id);
    if (next === null) continue;
    follower.innerHTML = next.innerHTML;
    follower.setAttribute("aria-label", next.getAttribute("aria-label") ?? "");
  }
}

/** The same, when an island has changed what they show. */
export async function updateFollowers(): Promise<void> {
  if (document.querySelector("[data-follows]") === null) return;
  const { page } = await read(location.href);
  if (page) swapFollowers(page);
}
