/** What a form shows again after it was refused. Passwords are never among the values. */
export interface FormState {
  readonly values: Readonly<Record<string, string>>;
  /** Messages by field name. */
  readonly fields: Readonly<Record<string, string>>;
  /** What went wrong as a whole. */
  readonly failure?: { readonly title: string; readonly message: string } | undefined;
}

export const emptyForm: FormState = { values: {}, fields: {} };

export type Checked<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly fields: Readonly<Record<string, string>> };

/** Thrown by what sends a form, when it is refused before the server hears of it. */
export class FormRefused extends Error {
  override readonly name = "FormRefused";

  /** @param fields Messages by field. */
  constructor(message: string, readonly fields: Readonly<Record<string, string>>) {
    super(message);
  }
}
