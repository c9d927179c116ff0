/** Messages by field name, in the order in which the form has the fields. */
export function inOrderOf<Message>(
  form: HTMLFormElement | null,
  messages: Readonly<Record<string, Message>>,
): Readonly<Record<string, Message>> {
  const names = [...form?.elements ?? []].map((element) => element.getAttribute("name"));
  const placeOf = (name: string) => names.includes(name) ? names.indexOf(name) : names.length;
  return Object.fromEntries(
    Object.entries(messages).sort(([one], [other]) => placeOf(one) - placeOf(other)),
  );
}
