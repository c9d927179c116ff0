/**
 * Unsaved changes: forms register here while they have some. Links on the page then ask before they
 * leave it, and so does the browser when the tab is closed.
 */
import { goTo } from "../hydration/navigation.ts";
import { askToLeave } from "./question.ts";

/** Forms with unsaved changes, and whether their draft survives the page. */
const forms = new Map<string, { readonly hasDraft: boolean }>();
/** Whether a form of this page is being sent. Leaving needs no question then. */
let isPosting = false;

export function markUnsaved(form: string, isUnsaved: boolean, hasDraft = false): void {
  if (isUnsaved) forms.set(form, { hasDraft });
  else forms.delete(form);
  // Only while needed: browsers may not use the back/forward cache for pages with these listeners.
  const change = forms.size > 0 ? addEventListener : removeEventListener;
  change("beforeunload", handleBeforeUnload);
  change("click", handleClick);
}

/** Whether the page can be left. Asks if it has unsaved values. */
export async function mayLeave(): Promise<boolean> {
  if (forms.size === 0) return true;
  if (!await askToLeave()) return false;
  for (const form of [...forms.keys()]) markUnsaved(form, false);
  return true;
}

/** Whether posting this form would lose values typed in another one. */
export function isLostByPosting({ id, dataset }: HTMLFormElement): boolean {
  return [...forms].some(([other, { hasDraft }]) =>
    other !== id && !(hasDraft && dataset.dropsDrafts === undefined)
  );
}

/** While a form is being sent, the page can be left without a question. */
export function setPosting(is: boolean): void {
  isPosting = is;
}

function handleBeforeUnload(event: BeforeUnloadEvent): void {
  if (!isPosting) event.preventDefault();
}

/** Runs after all other listeners: a link handled by an island doesn't leave the page. */
function handleClick(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0) return;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (link === null || !leadsAway(link)) return;
  event.preventDefault();
  void mayLeave().then((may) => may && goTo(link.href));
}

function leadsAway(link: HTMLAnchorElement): boolean {
  if (!link.hasAttribute("href") || link.hasAttribute("download")) return false;
  if (link.target !== "" && link.target !== "_self") return false;
  const isPage = link.protocol === "https:" || link.protocol === "http:";
  const withoutHash = (href: string) => href.split("#")[0];
  const isHere = link.hash !== "" && withoutHash(link.href) === withoutHash(location.href);
  return isPage && !isHere;
}
