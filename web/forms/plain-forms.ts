/**
 * Adds to forms with script: labels while they are being sent, the page's member, and a message
 * without a connection. Forms post to their page's route, which answers with a page, and work
 * without script.
 */
import { memberField } from "../../api/contract/page-member.ts";
import { unreachableMessage } from "../hydration/calls.ts";
import { toast } from "../toasts/toasts.ts";
import { dropDrafts } from "./drafts.ts";
import { refuseLargeFile, startFieldChecks, tryForm } from "./field-checks.ts";
import { restoreTyped, startStoringTyped } from "./keep-typed.ts";
import { prepareQuestions, startQuestions } from "./question.ts";
import { restorePosition, storePosition } from "./same-place.ts";
import { isLostByPosting, mayLeave, setPosting } from "./unsaved.ts";

/** Answers take longer only if none will come, or if a file is sent. */
const longestWaitMs = 30_000;

/** Event for a form that could not be sent, and is unchanged on the page. */
export const notSent = "notsent";

/** Functions that restore forms after sending. */
const restores = new Map<HTMLFormElement, () => void>();

export function startForms(): void {
  addEventListener("submit", handleSubmit);
  addEventListener("formdata", ({ target, formData }) => {
    const { member } = document.documentElement.dataset;
    const isPosted = target instanceof HTMLFormElement && target.method === "post";
    // A returned form already has the field.
    if (isPosted && member !== undefined && !formData.has(memberField)) {
      formData.append(memberField, member);
    }
  });
  // Going back restores a page from the browser's back/forward cache.
  addEventListener("pageshow", () => {
    for (const restore of [...restores.values()]) restore();
  });
  startFieldChecks();
  startStoringTyped();
  startQuestions();
  prepareForms();
}

/** Runs once the page is parsed. */
export function prepareForms(): void {
  for (const form of document.forms) {
    tryForm(form);
    restoreTyped(form);
  }
  prepareQuestions();
  if (!focusRefused()) restorePosition();
}

function handleSubmit(event: SubmitEvent): void {
  const { target: form, submitter, defaultPrevented } = event;
  if (defaultPrevented || !(form instanceof HTMLFormElement) || form.method !== "post") return;
  if (restores.has(form) || refuseLargeFile(form)) return event.preventDefault();
  if (!navigator.onLine) {
    event.preventDefault();
    return toast({
      variant: "destructive",
      title: "You're offline",
      description: unreachableMessage,
    });
  }
  if (isLostByPosting(form)) {
    event.preventDefault();
    return void mayLeave().then((may) => may && send(form, submitter));
  }
  if (form.dataset.dropsDrafts !== undefined) dropDrafts();
  setPosting(true);
  const button = submitter ?? form.querySelector<HTMLElement>("[type=submit]");
  storePosition(form, button);
  showPending(form, button);
}

function send(form: HTMLFormElement, submitter: HTMLElement | null): void {
  const button = submitter ?? form.querySelector<HTMLElement>("[type=submit]");
  button?.click();
}

function showPending(form: HTMLFormElement, button: HTMLElement | null): void {
  const label = [...button?.childNodes ?? []];
  form.setAttribute("aria-busy", "true");
  // The `disabled` attribute would remove the focus from the button.
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
 * Moves the focus to the errors, or to the next field. Browsers do this themselves, but not
 * reliably.
 * @returns Whether the page has a place to focus.
 */
function focusRefused(): boolean {
  const home = document.querySelector<HTMLElement>("[autofocus]");
  if (document.activeElement === document.body) home?.focus();
  return home !== null || document.querySelector("[data-refused]") !== null;
}
