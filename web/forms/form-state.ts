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

/**
 * Messages by field name, in the order of these names: that of the fields on the page. Messages of
 * other names come last. The same in the browser and on the server, which has no page to look at.
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
