/**
 * Forms whose answer is their own page: it is shown at the same position, with the focus on the
 * same kind of button, so that staff can approve one person after the other. A page with another
 * heading is read from the top, since its button does something else, such as undoing what was just
 * confirmed.
 */
import { tryStorage } from "../hydration/storage.ts";

const key = "position";
/** A page that comes later was opened for another reason. */
const longestMs = 30_000;

interface FocusPosition {
  readonly path: string;
  readonly heading: string | undefined;
  readonly member: string | undefined;
  readonly at: number;
  readonly top: number;
  readonly label: string;
  readonly action: string;
  /** Position among the buttons with its label, and among those of its action. */
  readonly numbers: readonly [number, number];
}

export function storePosition(form: HTMLFormElement, button: HTMLElement | null): void {
  if (button === null || form.closest("dialog")) return;
  const label = labelOf(button);
  const action = form.getAttribute("action") ?? "";
  const position: FocusPosition = {
    path: location.pathname,
    heading: heading(),
    member: document.documentElement.dataset.member,
    at: Date.now(),
    top: scrollY,
    label,
    action,
    numbers: [withLabel(label).indexOf(button), ofAction(action).indexOf(button)],
  };
  tryStorage(() => sessionStorage.setItem(key, JSON.stringify(position)));
}

export function restorePosition(): void {
  const position = takeStoredPosition();
  const { member } = document.documentElement.dataset;
  const isHere = position?.path === location.pathname && position.heading === heading() &&
    position.member === member;
  // A conversation continues at its newest message.
  const hasOwn = document.querySelector("[data-newest]") !== null;
  if (!position || !isHere || hasOwn || Date.now() - position.at > longestMs) return;
  const button = nearest(withLabel(position.label), position.numbers[0]) ??
    nearest(ofAction(position.action), position.numbers[1]);
  if (button === undefined) return;
  const goOn = () => {
    scrollTo({ top: position.top, behavior: "instant" });
    button.focus();
  };
  // Before that, the browser would scroll to the URL's fragment.
  if (location.hash !== "" && document.readyState !== "complete") {
    addEventListener("load", goOn, { once: true });
  } else goOn();
}

function takeStoredPosition(): FocusPosition | undefined {
  const text = tryStorage(() => sessionStorage.getItem(key));
  tryStorage(() => sessionStorage.removeItem(key));
  return text ? JSON.parse(text) : undefined;
}

const heading = () => document.querySelector("main h1")?.textContent;
const buttons = () => [...document.querySelectorAll<HTMLElement>("main [type=submit]")];
const labelOf = ({ textContent }: HTMLElement) => textContent.trim();
const withLabel = (label: string) => buttons().filter((button) => labelOf(button) === label);
const ofAction = (action: string) =>
  buttons().filter((button) => button.closest("form")?.getAttribute("action") === action);
const nearest = (some: readonly HTMLElement[], number: number) =>
  number < 0 ? undefined : some[number] ?? some.at(-1);
