/** Swaps a part of the page for the server's current version. Typed text and focus stay. */
import { showLocalTimes } from "../hydration/local-times.ts";
import { markUnsaved } from "./unsaved.ts";

/** Text typed in a part so far, by field name: it moves from one form of a card to the other. */
const typedIn = new WeakMap<HTMLElement, Map<string, string>>();

export type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

interface SwapOptions {
  /** Whether the form was refused: it keeps all its values, passwords included. */
  readonly isRefused: boolean;
  /** The form that was accepted: it gets the server's values. */
  readonly without?: HTMLFormElement;
}

export function swap(part: HTMLElement, next: HTMLElement, options: SwapOptions): void {
  const focused = part.contains(document.activeElement) ? document.activeElement : null;
  const fields = [...part.querySelectorAll<Field>("input, select, textarea")]
    .filter((field) => field.id !== "" && !isChoice(field) && field.form !== options.without)
    .filter((field) => options.isRefused || field.matches("select") || hasChanged(field));
  showLocalTimes(next);
  document.adoptNode(next);
  const typed = typedIn.get(part);
  if (typed) fillIn(next, typed);
  part.replaceWith(next);
  for (const { id, value, type } of fields) {
    const field = next.querySelector<Field>(`#${CSS.escape(id)}`);
    const fold = field?.closest("details");
    if (field) field.value = value;
    else if (type === "textarea") showTyped(next, value);
    if (fold && id === focused?.id) fold.open = true;
  }
  prepare(next);
  const home = next.querySelector<HTMLElement>(".error-summary") ??
    (focused?.id ? document.getElementById(focused.id) : null) ??
    next.querySelector<HTMLElement>("h1, h2") ?? next;
  if (focused === null && !options.isRefused) return;
  if (!home.matches("a, button, input, select, textarea")) home.tabIndex = -1;
  home.focus();
}

/** Shows typed text whose field is gone, so that it can be copied. */
function showTyped(part: HTMLElement, value: string): void {
  const [title, text] = [document.createElement("p"), document.createElement("p")];
  title.textContent = "You wrote:";
  text.className = "conversation-text";
  text.textContent = value;
  part.prepend(title, text);
}

/** Saves text typed in a part before it is swapped, except passwords and codes. */
export function keepTyped(part: HTMLElement): void {
  const typed = typedIn.get(part) ?? new Map<string, string>();
  typedIn.set(part, typed);
  for (const form of part.querySelectorAll("form")) {
    for (const [name, value] of Object.entries(textsOf(form))) {
      const field = form.querySelector(`[name="${name}"]`);
      if (!field?.matches("[type=password], [type=hidden], [autocomplete=off]")) {
        typed.set(name, value);
      }
    }
  }
}

function fillIn(part: HTMLElement, typed: Map<string, string>): void {
  typedIn.set(part, typed);
  for (const field of part.querySelectorAll<HTMLInputElement>("input")) {
    const value = typed.get(field.name);
    if (value === undefined || field.type === "password" || field.type === "hidden") continue;
    if (field.type === "radio") field.checked = field.value === value;
    else if (field.value === "") field.value = value;
  }
}

/** Prepares forms that were just added to the page. */
export function prepare(part: ParentNode): void {
  for (const form of part.querySelectorAll<HTMLFormElement>("form[data-enhanced]")) {
    // We show our own messages, not the browser's; without script, the server sends them.
    form.noValidate = true;
    tryForm(form);
    form.dataset.ready = "";
  }
}

/** Whether a form can be sent, and whether leaving it would lose something. */
export function tryForm(form: HTMLFormElement): void {
  const { waits, guarded } = form.dataset;
  const button = form.querySelector<HTMLButtonElement>("[type=submit]");
  if (waits !== undefined && button && !form.hasAttribute("aria-busy")) {
    button.disabled = form.querySelector(`[name="${waits}"]:checked`) === null;
  }
  if (guarded === undefined) return;
  const isChanged = [...form.querySelectorAll<HTMLInputElement>("input")]
    .some((field) => field.value !== field.defaultValue);
  markUnsaved(form.id, isChanged || form.querySelector(".error-summary") !== null);
}

/** Values of a form, in order; a name may occur several times. Files are left out. */
export function entriesOf(form: HTMLFormElement): [name: string, value: string][] {
  return [...new FormData(form)]
    .flatMap(([name, value]) => typeof value === "string" ? [[name, value]] : []);
}

/** The same by field name; the last one counts. */
export const textsOf = (form: HTMLFormElement): Record<string, string> =>
  Object.fromEntries(entriesOf(form));

const isChoice = ({ type }: Field) => ["radio", "checkbox", "hidden"].includes(type);

const hasChanged = (field: Field) => "defaultValue" in field && field.value !== field.defaultValue;
