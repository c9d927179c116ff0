/** Markup that was rendered or written here, and is safe unescaped. Never text that someone typed. */
export function markup(html: string) {
  return { dangerouslySetInnerHTML: { __html: html } };
}

/** JSON that can't close its script element. */
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

/** Text escaped for an element or a quoted attribute, as React escapes it. */
export function escapeText(text: string): string {
  return text.replace(/[&<>"']/g, (character) => escapes[character] ?? character);
}
