import { Text } from "@radix-ui/themes";
/** A text from a form that is no longer on the page, for the reader to copy. */
export function Written({ text }: { readonly text: string | undefined }) {
  if (text === undefined) return null;
  return (
    <>
      <Text as="p">You wrote:</Text>
      <Text as="p" className="conversation-text">{text}</Text>
    </>
  );
}

/** The written text in the fields of any form of a conversation. */
export function textIn(
  { text, note, words }: Readonly<Record<string, string>>,
): string | undefined {
  return text ?? note ?? words;
}
