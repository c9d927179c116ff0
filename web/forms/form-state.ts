/**
 * A refused form's values and messages, which are shown again. Passwords are never among the
 * values.
 */
export interface FormState {
  readonly values: Readonly<Record<string, string>>;
  readonly fields: Readonly<Record<string, string>>;
  /** The failure of the form as a whole. */
  readonly failure?: { readonly title: string; readonly message: string } | undefined;
}

export const emptyForm: FormState = { values: {}, fields: {} };

export type Checked<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly fields: Readonly<Record<string, string>> };

/** Props of a field: the sent value, otherwise `shown`. A refused field gets the focus. */
export function fieldOf(sent: FormState | undefined, name: string, shown?: string) {
  const error = sent?.fields[name];
  return {
    name,
    defaultValue: sent?.values[name] ?? shown,
    error,
    autoFocus: error !== undefined,
  };
}

/**
 * Orders messages by field name, as fields are ordered on the page. Messages of other names come
 * last. Works the same in the browser and on the server, which has no page to read.
 */
export function inOrderOf<Message>(
  names: readonly string[],
  messages: Readonly<Record<string, Message>>,
): Readonly<Record<string, Message>> {
  const placeOf = (name: string) => names.includes(name) ? names.indexOf(name) : names.length;
  return Object.fromEntries(
    Object.entries(messages).sort(([one], [other]) => placeOf(one) - placeOf(other)),
  );
}
