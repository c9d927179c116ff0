/** Markup that was rendered or written here, and is safe as it stands: never what someone typed. */
export function markup(html: string) {
  return { dangerouslySetInnerHTML: { __html: html } };
}

/** JSON that cannot end the script element it stands in. */
export function jsonForScript(value: unknown): string {
  return JSON.stringify(value).replaceAll("<", "\\u003c");
}

const escapes: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#x27;",
};

/** Text as it stands in an element or in a quoted attribute; React writes the same. */
export function escapeText(text: string): string {
  return text.replace(/[&<>"']/g, (character) => escapes[character] ?? character);
}
