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
