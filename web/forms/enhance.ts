/**
 * Enhancer of plain forms: posts a form and swaps the answer into the page. Without script, a form does the same by
 * leaving the page. Options are in a form's `data-` attributes; see `form.tsx`.
 */
import "./without-eval.ts";
import { afterPaint } from "../hydration/after-paint.ts";
import { goOnTo } from "../hydration/navigation.ts";
import { isScriptError } from "../hydration/script-error.ts";
import type { Toast } from "../toasts/toast.ts";
import { toast, toastAfterNavigation, toastFailure, toastNotLoaded } from "../toasts/toasts.ts";
import type { CheckName } from "./account-checks.ts";
import { dropDrafts } from "./drafts.ts";
import { type Answer, post, read, readAnswer } from "./form-answer.ts";
import { closeQuestion, openQuestion, partBehind } from "./question.ts";
import { entriesOf, type Field, keepTyped, prepare, swap, textsOf, tryForm } from "./swap.ts";
import { markUnsaved } from "./unsaved.ts";
import { swapFollowers, update } from "./update.ts";

/** Starts every enhanced form and link of the page, and those that come into it later. */
export function startForms(): void {
  prepare(document);
  addEventListener("submit", (event) => {
    const form = event.target;
    if (!(form instanceof HTMLFormElement) || form.dataset.enhanced === undefined) return;
    event.preventDefault();
    void submit(form, event.submitter);
  });
  addEventListener("click", handleClick);
  addEventListener("keydown", (event) => {
    const link = event.key === " " && linkOf(event, "a[data-asks]");
    if (!link) return;
    event.preventDefault();
    link.click();
  });
  addEventListener("focusout", (event) => void check(event));
  addEventListener("change", ({ target }) => {
    if (target instanceof HTMLInputElement && target.dataset.maxBytes) refuseLarge(target);
  });
  addEventListener("input", ({ target }) => {
    const form = target instanceof Element && target.closest<HTMLFormElement>("[data-enhanced]");
    if (!form) return;
    tryForm(form);
    if (isField(target)) showMessage(target, undefined);
  });
}

async function submit(form: HTMLFormElement, submitter: HTMLElement | null): Promise<void> {
  // Guards against pressing twice.
  if (form.hasAttribute("aria-busy")) return;
  const large = form.querySelector<HTMLInputElement>("[data-max-bytes]");
  if (large && refuseLarge(large)) return large.focus();
  form.setAttribute("aria-busy", "true");
  const button = submitter ?? form.querySelector<HTMLElement>("[type=submit]");
  const label = button?.textContent ?? "";
  let wasSent = false;
  try {
    const sent = form.enctype === "multipart/form-data"
      ? new FormData(form)
      : new URLSearchParams([...entriesOf(form)]);
    if (submitter instanceof HTMLButtonElement && submitter.name) {
      sent.append(submitter.name, submitter.value);
    }
    showBusy(button, button?.dataset.pending ?? label);
    await afterPaint();
    const response = await post(form, sent);
    wasSent = true;
    await show(form, await readAnswer(response));
  } catch (error) {
    if (isScriptError(error)) return giveUp(form, wasSent, error);
    fail(form, error);
  }
  if (!form.isConnected) return;
  form.removeAttribute("aria-busy");
  if (!(button instanceof HTMLButtonElement)) return;
  button.removeAttribute("aria-disabled");
  button.textContent = label;
}

/** Says at its field that a file is too large, before it is sent. @returns Whether it is. */
function refuseLarge(field: HTMLInputElement): boolean {
  const { maxBytes, tooLarge } = field.dataset;
  const isLarge = (field.files?.[0]?.size ?? 0) > Number(maxBytes);
  showMessage(field, isLarge ? tooLarge : undefined);
  return isLarge;
}

function showBusy(button: HTMLElement | null, text: string): void {
  if (!(button instanceof HTMLButtonElement)) return;
  // Browsers would take the focus from a button with `disabled`.
  button.setAttribute("aria-disabled", "true");
  button.textContent = text;
}

/** Shows the answered page in place of the part with the form. */
async function show(form: HTMLFormElement, answer: Answer): Promise<void> {
  const { goTo, page } = answer;
  const part = partOf(form);
  if (goTo !== undefined) return await arrive(form, part, { ...answer, goTo });
  const next = part && page?.getElementById(part.id);
  const question = page?.querySelector<HTMLElement>("[data-question]");
  if (answer.toast) toast(answer.toast);
  const hasFailed = answer.toast?.variant === "destructive";
  if (question && !hasFailed) return openQuestion(question, { part, form });
  closeQuestion();
  // If no field is wrong, the toast is enough, and the form stays.
  if (part && next && !(hasFailed && next.querySelector(".error-summary") === null)) {
    keepTyped(part);
    swap(part, next, { isRefused: true });
    const { seconds, to } = answer.refresh ?? {};
    if (to !== undefined) setTimeout(() => goOnTo(to), Number(seconds) * 1000);
  } else if (!answer.toast) toast(failureOf(form, answer.message));
}

/** A page that is left sooner shows no toast: the next one does. */
const readableMs = 500;

interface Arrival extends Answer {
  readonly goTo: string;
}

/** The form was accepted: a part that stays is updated, whole or piece by piece; otherwise the page is left. */
async function arrive(
  form: HTMLFormElement,
  part: HTMLElement | undefined,
  { goTo, toast: said }: Arrival,
): Promise<void> {
  markUnsaved(form.id, false);
  closeQuestion();
  if (form.dataset.dropsDrafts !== undefined) dropDrafts();
  const isHere = new URL(goTo, location.href).pathname === location.pathname;
  const { page } = isHere && part?.dataset.part ? await read(goTo) : {};
  const next = part && page?.getElementById(part.id);
  // What was sent is among the pieces: no toast has to say so.
  if (part?.dataset.part === "pieces" && page && next) return update(part, page, form);
  if (part && page && next) {
    swap(part, next, { isRefused: false, without: form });
    swapFollowers(page);
    if (said) toast(said);
    return;
  }
  const delayMs = Number(form.dataset.delayMs ?? 0);
  if (said && delayMs >= readableMs) toast(said);
  setTimeout(() => {
    if (said) toastAfterNavigation(said);
    showBusy(form.querySelector("[type=submit]"), "Loading...");
    goOnTo(goTo);
  }, delayMs);
  // Never resolves: nothing more may be sent from this page.
  await new Promise(() => {});
}

/** The script failed: the form is sent as without script, unless it was sent already. */
function giveUp(form: HTMLFormElement, wasSent: boolean, error: unknown): void {
  console.error(error);
  markUnsaved(form.id, false);
  if (wasSent) goOnTo(location.href);
  else HTMLFormElement.prototype.submit.call(form);
}

function fail(form: HTMLFormElement, error: unknown): void {
  // A question would cover the toast.
  closeQuestion();
  const failure = failureOf(form);
  // A file that is too large for what lies between is cut off, too.
  if (form.querySelector("[data-max-bytes]")) return toast(failure);
  const { title, description = "" } = failure;
  toastFailure(title, error, description);
}

function failureOf(form: HTMLFormElement, message?: string): Toast {
  const { failedTitle: title = "Error", failedText = "An error occurred" } = form.dataset;
  return { variant: "destructive", title, description: message ?? failedText };
}

/** The part that the answer to a form replaces. */
function partOf(form: HTMLFormElement): HTMLElement | undefined {
  return partBehind(form) ?? form.closest<HTMLElement>("[data-part]") ?? undefined;
}

function linkOf({ target }: Event, selector: string): HTMLAnchorElement | null {
  return target instanceof Element ? target.closest<HTMLAnchorElement>(selector) : null;
}

function handleClick(event: MouseEvent): void {
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const link = linkOf(event, "a[data-asks], a[data-turns]");
  if (link === null) return;
  event.preventDefault();
  if (link.hasAttribute("aria-busy")) return;
  link.setAttribute("aria-busy", "true");
  afterPaint().then(() => read(link.href)).then(({ page }) => follow(link, page))
    .catch(toastNotLoaded).finally(() => link.removeAttribute("aria-busy"));
}

/** Opens the question of a page over this one, or swaps in the other form of a card, with what was typed. */
function follow(link: HTMLAnchorElement, page: Document | undefined): void {
  const question = page?.querySelector<HTMLElement>("[data-question]");
  const part = link.closest<HTMLElement>("[data-part]");
  const next = part && page?.getElementById(part.id);
  if (link.dataset.asks !== undefined && question) openQuestion(question);
  else if (link.dataset.turns !== undefined && part && next) {
    keepTyped(part);
    swap(part, next, { isRefused: false });
  } else goOnTo(link.href);
}

function isField(target: EventTarget | null): target is Field {
  return target instanceof HTMLElement && "form" in target && "value" in target && target.id !== "";
}

/** A field is checked when it loses the focus, by the API's own rules. */
async function check({ target }: Event): Promise<void> {
  if (!isField(target) || target.form === null || target.value === "") return;
  const { checks } = target.form.dataset;
  if (checks === undefined) return;
  const texts = textsOf(target.form);
  await afterPaint();
  const { accountChecks } = await import("./account-checks.ts").catch(() => ({
    accountChecks: undefined,
  }));
  const checked = accountChecks?.[checks as CheckName](texts);
  showMessage(target, checked?.ok === false ? checked.fields[target.name] : undefined);
}

/** Shows a field's error below it, as `ui/fields/field.tsx` does on the server; `undefined` removes it. */
function showMessage(field: HTMLElement, message: string | undefined): void {
  const id = `${field.id}-error`;
  document.getElementById(id)?.remove();
  const described = (field.getAttribute("aria-describedby") ?? "").split(" ")
    .filter((one) => one !== "" && one !== id);
  if (message !== undefined) described.push(id);
  set(field, "aria-describedby", described.join(" "));
  set(field, "aria-invalid", message === undefined ? "" : "true");
  if (message === undefined) return;
  const text = document.createElement("p");
  text.className = "field-error";
  text.id = id;
  text.textContent = message;
  field.closest(".field")?.append(text);
}

function set(field: HTMLElement, name: string, value: string): void {
  if (value === "") field.removeAttribute(name);
  else field.setAttribute(name, value);
}
