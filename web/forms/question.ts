/** Question of another page, in a dialog over this one: whether to delete, or for the password. */
import { toast } from "../toasts/toasts.ts";
import { prepare } from "./swap.ts";

interface Behind {
  /** The part of this page that the answer changes. */
  readonly part?: HTMLElement | undefined;
  /** The form that led to the question. */
  readonly form?: HTMLFormElement;
}

const behind = new WeakMap<HTMLDialogElement, Behind & { readonly opener: Element | null }>();

export function partBehind(form: HTMLFormElement): HTMLElement | undefined {
  const dialog = form.closest("dialog");
  return dialog === null ? undefined : behind.get(dialog)?.part;
}

/** Opens a question; an open one is replaced. */
export function openQuestion(question: HTMLElement, from: Behind = {}): void {
  const opener = closeQuestion() ?? document.activeElement;
  const dialog = document.createElement("dialog");
  dialog.className = "dialog dialog-dialog";
  dialog.setAttribute("role", question.dataset.question || "dialog");
  const title = question.querySelector<HTMLElement>("h1");
  if (title) {
    title.id ||= "question-title";
    dialog.setAttribute("aria-labelledby", title.id);
  }
  dialog.append(document.adoptNode(question));
  document.body.append(dialog);
  behind.set(dialog, { ...from, opener });
  // The options of the first form also apply to the question's form, which continues it.
  const form = question.querySelector("form");
  if (form) Object.assign(form.dataset, { ...from.form?.dataset, ...form.dataset, enhanced: "" });
  prepare(dialog);
  dialog.addEventListener("click", (event) => {
    if (!(event.target instanceof Element) || !event.target.closest("[data-cancels]")) return;
    event.preventDefault();
    cancel(dialog);
  });
  dialog.addEventListener("cancel", (event) => {
    event.preventDefault();
    cancel(dialog);
  });
  dialog.showModal();
  dialog.querySelector<HTMLElement>("[aria-invalid]")?.focus();
}

let asking: Promise<boolean> | undefined;

export function askToLeave(): Promise<boolean> {
  asking ??= new Promise<boolean>((resolve) => {
    const question = document.createElement("div");
    question.className = "message";
    question.dataset.question = "alertdialog";
    question.innerHTML = leaveQuestion;
    openQuestion(question);
    question.closest("dialog")?.addEventListener("close", () => resolve(false));
    question.querySelector(".button-danger")?.addEventListener("click", () => {
      resolve(true);
      closeQuestion();
    });
  }).finally(() => asking = undefined);
  return asking;
}

const leaveQuestion = `
  <h1>Leave without saving?</h1>
  <p>Your changes haven't been saved.</p>
  <div class="message-actions row gap-3">
    <button type="button" class="button button-outline button-medium" data-cancels>Keep Editing</button>
    <button type="button" class="button button-danger button-medium">Leave</button>
  </div>`;

/** Closes the question that is open, and gives the focus back. Returns what had it before. */
export function closeQuestion(): Element | null {
  const dialog = document.querySelector<HTMLDialogElement>("dialog[open]");
  if (dialog === null) return null;
  const opener = behind.get(dialog)?.opener ?? null;
  dialog.close();
  dialog.remove();
  if (opener instanceof HTMLElement) opener.focus();
  return opener;
}

function cancel(dialog: HTMLDialogElement): void {
  // The form is being sent: closing would not stop it.
  if (dialog.querySelector("form[aria-busy]")) return;
  const { unanswered } = dialog.querySelector<HTMLElement>("[data-question]")?.dataset ?? {};
  closeQuestion();
  if (unanswered) toast({ variant: "destructive", title: "Error", description: unanswered });
}
