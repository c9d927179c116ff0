/** Checks fields in the browser by the API's own rules, and shows messages beside them. */
import { afterPaint } from "../hydration/after-paint.ts";
import { markUnsaved } from "./unsaved.ts";

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

export function startFieldChecks(): void {
  addEventListener("focusout", ({ target }) => void check(target));
  addEventListener("change", ({ target }) => {
    if (target instanceof HTMLInputElement && target.dataset.maxBytes) isTooLarge(target);
  });
  addEventListener("input", ({ target }) => {
    const form = target instanceof Element ? target.closest("form") : null;
    if (form === null) return;
    tryForm(form);
    if (form.dataset.checks !== undefined && isField(target)) showMessage(target, undefined);
  });
}

/** Whether a form can be sent, and whether leaving it would lose unsaved values. */
export function tryForm(form: HTMLFormElement): void {
  const { waits, guarded } = form.dataset;
  const button = form.querySelector<HTMLButtonElement>("[type=submit]");
  if (waits !== undefined && button) {
    button.disabled = form.querySelector(`[name="${waits}"]:checked`) === null;
  }
  if (guarded === undefined) return;
  const isChanged = [...form.querySelectorAll<HTMLInputElement>("input")]
    .some((field) => field.value !== field.defaultValue);
  markUnsaved(form.id, isChanged || form.querySelector(".error-summary") !== null);
}

/** Shows at its field that a file is too large, before it is sent. @returns Whether one is. */
export function refuseLargeFile(form: HTMLFormElement): boolean {
  const field = form.querySelector<HTMLInputElement>("[data-max-bytes]");
  if (field === null || !isTooLarge(field)) return false;
  field.focus();
  return true;
}

function isTooLarge(field: HTMLInputElement): boolean {
  const { maxBytes, tooLarge } = field.dataset;
  const isLarge = (field.files?.[0]?.size ?? 0) > Number(maxBytes);
  showMessage(field, isLarge ? tooLarge : undefined);
  return isLarge;
}

function isField(target: EventTarget | null): target is Field {
  return target instanceof HTMLElement && "form" in target && "value" in target && target.id !== "";
}

/** The rules are loaded when someone first leaves a field. */
async function check(target: EventTarget | null): Promise<void> {
  if (!isField(target) || target.form === null || target.value === "") return;
  const { checks } = target.form.dataset;
  if (checks === undefined) return;
  const named = target.form.querySelectorAll<Field>("[name]");
  const texts = Object.fromEntries(
    [...named].filter(isSent).map(({ name, value }) => [name, value]),
  );
  await afterPaint();
  const { accountForms } = await import("./account-forms.ts").catch(() => ({ accountForms: [] }));
  const checked = accountForms.find(({ name }) => name === checks)?.check(texts);
  if (!target.isConnected) return;
  showMessage(target, checked?.ok === false ? checked.fields[target.name] : undefined);
}

/** Excludes buttons, and choices that aren't selected. */
const isSent = (field: Field) =>
  field.type !== "submit" && !(/radio|checkbox/.test(field.type) && !field.matches(":checked"));

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
  text.className = "rt-Text rt-r-size-2 rt-r-weight-medium field-error";
  text.dataset.accentColor = "red";
  text.id = id;
  text.textContent = message;
  field.closest(".field")?.append(text);
}

function set(field: HTMLElement, name: string, value: string): void {
  if (value === "") field.removeAttribute(name);
  else field.setAttribute(name, value);
}
