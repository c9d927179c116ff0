/**
 * Keeps values typed into a form for people without an account, so that they survive a reload of
 * its page.
 */
import { readStored, store } from "../hydration/storage.ts";
import { draftAtom } from "./drafts.ts";

type TypedValues = Readonly<Record<string, readonly string[]>>;

/** Stores a form's values in this tab, whenever they change. */
export function startStoringTyped(): void {
  for (const type of ["input", "change"]) {
    addEventListener(type, ({ target }) => {
      const form = (target as Partial<HTMLInputElement> | null)?.form;
      const typedKey = form?.dataset.typedKey;
      if (form && typedKey !== undefined) {
        store.set(draftAtom("typed", typedKey), typedValuesOf(form));
      }
    });
  }
}

/** Restores the typed values, once for each page. */
export function restoreTyped(form: HTMLFormElement): void {
  const { typedKey } = form.dataset;
  if (typedKey === undefined) return;
  const typed = readStored(draftAtom("typed", typedKey)) as TypedValues | undefined;
  if (typed === undefined) return;
  for (const field of fieldsOf(form)) {
    const values = typed[field.name];
    if (values === undefined) continue;
    if (isBox(field)) field.checked = values.includes(field.value);
    else field.value = values[0] ?? "";
  }
}

type Field = HTMLInputElement | HTMLSelectElement;

function typedValuesOf(form: HTMLFormElement): TypedValues {
  const typed: Record<string, string[]> = {};
  for (const field of fieldsOf(form)) {
    const values = typed[field.name] ??= [];
    if (!isBox(field) || field.checked) values.push(field.value);
  }
  return typed;
}

function fieldsOf(form: HTMLFormElement): readonly Field[] {
  return [...form.elements].filter((each): each is Field =>
    (each instanceof HTMLInputElement || each instanceof HTMLSelectElement) &&
    each.type !== "hidden" && each.type !== "password" && each.name !== ""
  );
}

function isBox(field: Field): field is HTMLInputElement {
  return field.type === "checkbox";
}
