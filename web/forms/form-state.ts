/** State of a form that was refused: what it shows again. Passwords are never among the values. */
export interface FormState {
  readonly values: Readonly<Record<string, string>>;
  readonly fields: Readonly<Record<string, string>>;
  /** What went wrong as a whole. */
  readonly failure?: { readonly title: string; readonly message: string } | undefined;
}

export const emptyForm: FormState = { values: {}, fields: {} };

export type Checked<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly fields: Readonly<Record<string, string>> };

/** Props of a field: the value that was sent, or else `shown`. A refused field gets the focus. */
export function fieldOf(sent: FormState | undefined, name: string, shown?: string) {
  const error = sent?.fields[name];
  return {
    name,
    defaultValue: sent?.values[name] ?? shown,
    error,
    autoFocus: error !== undefined,
  };
}
