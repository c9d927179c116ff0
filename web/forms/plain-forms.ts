/**
 * What script adds to forms, which post to their page's route and are answered with a page: labels while they are
 * sent, whose page it is, and a word where there is no connection. Without script they work, too.
 */
import { memberField } from "../../api/contract/page-member.ts";
import { awayMessage } from "../hydration/calls.ts";
import { toast } from "../toasts/toasts.ts";
import { dropDrafts } from "./drafts.ts";
import { refuseLargeFile, startFieldChecks, tryForm } from "./field-checks.ts";
import { restoreKept, startKeeping } from "./keep-typed.ts";
import { prepareQuestions, startQuestions } from "./question.ts";
import { goOnInSamePlace, rememberPlace } from "./same-place.ts";
import { isLostByPosting, mayLeave, setPosting } from "./unsaved.ts";

/** An answer takes longer only where none will come, or a file is sent. */
const longestWaitMs = 30_000;

/** Event of a form that was being sent, and is on the page as before. */
export const notSent = "notsent";

/** Puts forms that are being sent back as they were. */
const restores = new Map<HTMLFormElement, () => void>();

export function startForms(): void {
  addEventListener("submit", handleSubmit);
  addEventListener("formdata", ({ target, formData }) => {
    const { member } = document.documentElement.dataset;
    const isPosted = target instanceof HTMLFormElement && target.method === "post";
    // A form that is given back has the field already.
    if (isPosted && member !== undefined && !formData.has(memberField)) {
      formData.append(memberField, member);
    }
  });
  // Going back restores a page from the browser's back/forward cache.
  addEventListener("pageshow", () => {
    for (const restore of [...restores.values()]) restore();
  });
  startFieldChecks();
  startKeeping();
  startQuestions();
  prepareForms();
}

/** What is done once the page is there. */
export function prepareForms(): void {
  for (const form of document.forms) {
    tryForm(form);
    restoreKept(form);
  }
  prepareQuestions();
  if (!focusRefused()) goOnInSamePlace();
}

function handleSubmit(event: SubmitEvent): void {
  const { target: form, submitter, defaultPrevented } = event;
  if (defaultPrevented || !(form instanceof HTMLFormElement) || form.method !== "post") return;
  if (restores.has(form) || refuseLargeFile(form)) return event.preventDefault();
  if (!navigator.onLine) {
    event.preventDefault();
    return toast({ variant: "destructive", title: "You're offline", description: awayMessage });
  }
  if (isLostByPosting(form)) {
    event.preventDefault();
    return void mayLeave().then((may) => may && send(form, submitter));
  }
  if (form.dataset.dropsDrafts !== undefined) dropDrafts();
  setPosting(true);
  const button = submitter ?? form.querySelector<HTMLElement>("[type=submit]");
  rememberPlace(form, button);
  showPending(form, button);
}

function send(form: HTMLFormElement, submitter: HTMLElement | null): void {
  const button = submitter ?? form.querySelector<HTMLElement>("[type=submit]");
  button?.click();
}

function showPending(form: HTMLFormElement, button: HTMLElement | null): void {
  const label = [...button?.childNodes ?? []];
  form.setAttribute("aria-busy", "true");
  // Browsers would take the focus from a button with `disabled`.
  button?.setAttribute("aria-disabled", "true");
  if (button?.dataset.pending) button.textContent = button.dataset.pending;
  const timer = form.querySelector("[type=file]") ? undefined : setTimeout(restore, longestWaitMs);
  restores.set(form, restore);

  function restore() {
    clearTimeout(timer);
    restores.delete(form);
    form.dispatchEvent(new Event(notSent));
    setPosting(false);
    form.removeAttribute("aria-busy");
    button?.removeAttribute("aria-disabled");
    if (button?.dataset.pending) button.replaceChildren(...label);
  }
}

/**
 * Moves the focus to what is wrong, or to where one goes on. Browsers do so themselves, but not all and not always.
 *
 * @returns Whether the page says where to look.
 */
function focusRefused(): boolean {
  const home = document.querySelector<HTMLElement>("[autofocus]");
  if (document.activeElement === document.body) home?.focus();
  return home !== null || document.querySelector("[data-refused]") !== null;
}
