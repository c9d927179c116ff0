/**
 * Questions before an action: pages with `data-question`, which a link with `data-opens-dialog`
 * opens in a dialog over this page. Without script, or if the page can't be read, the link is
 * followed.
 */
import { afterPaint } from "../hydration/after-paint.ts";
import { readPage } from "../hydration/read-page.ts";
import { toastNotLoaded } from "../toasts/toasts.ts";

const linkSelector = "a[data-opens-dialog]";

/** The focused element before a dialog opened. */
const openers = new WeakMap<HTMLDialogElement, Element | null>();

/** Turns these links into buttons, since they open dialogs with script. */
export function prepareQuestions(): void {
  for (const link of document.querySelectorAll(linkSelector)) {
    link.setAttribute("role", "button");
    link.setAttribute("aria-haspopup", "dialog");
  }
}

export function startQuestions(): void {
  addEventListener("click", (event) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = linkOf(event);
    if (link === null) return;
    event.preventDefault();
    if (!link.hasAttribute("aria-busy")) void ask(link);
  });
  addEventListener("keydown", (event) => {
    const link = event.key === " " ? linkOf(event) : null;
    if (link === null) return;
    event.preventDefault();
    link.click();
  });
}

function linkOf({ target }: Event): HTMLAnchorElement | null {
  return target instanceof Element ? target.closest<HTMLAnchorElement>(linkSelector) : null;
}

async function ask(link: HTMLAnchorElement): Promise<void> {
  link.setAttribute("aria-busy", "true");
  await afterPaint();
  const page = await fetch(link.href, { headers: { Accept: "text/html" } }).then(readPage)
    .catch(() => undefined);
  link.removeAttribute("aria-busy");
  const question = page?.querySelector<HTMLElement>("[data-question]");
  if (question) openQuestion(question);
  else if (navigator.onLine) location.assign(link.href);
  else toastNotLoaded();
}

function openQuestion(question: HTMLElement): void {
  const dialog = document.createElement("dialog");
  dialog.className = "rt-BaseDialogContent rt-DialogContent rt-r-size-3 dialog";
  dialog.setAttribute("role", question.dataset.question || "dialog");
  const title = question.querySelector<HTMLElement>("h1");
  if (title) {
    title.id ||= "question-title";
    dialog.setAttribute("aria-labelledby", title.id);
  }
  dialog.append(document.adoptNode(question));
  document.body.append(dialog);
  openers.set(dialog, document.activeElement);
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
}

let asking: Promise<boolean> | undefined;

/** Asks whether to leave unsaved values, with the page's template for that question. */
export function askToLeave(): Promise<boolean> {
  const template = document.querySelector<HTMLTemplateElement>("template[data-leave-question]");
  const question = template?.content.firstElementChild?.cloneNode(true);
  if (!(question instanceof HTMLElement)) return Promise.resolve(true);
  asking ??= new Promise<boolean>((resolve) => {
    openQuestion(question);
    const dialog = question.closest("dialog");
    dialog?.addEventListener("close", () => resolve(false));
    question.querySelector("[data-leaves]")?.addEventListener("click", () => {
      resolve(true);
      close(dialog);
    });
  }).finally(() => asking = undefined);
  return asking;
}

function cancel(dialog: HTMLDialogElement): void {
  // The form is being sent, and closing would not stop it.
  if (!dialog.querySelector("form[aria-busy]")) close(dialog);
}

/** Closes a question, and returns the focus. */
function close(dialog: HTMLDialogElement | null): void {
  dialog?.close();
  dialog?.remove();
  const opener = dialog && openers.get(dialog);
  if (opener instanceof HTMLElement) opener.focus();
}
