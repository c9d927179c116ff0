/** Markup that was rendered or written here, and is safe as it stands: never what someone typed. */
export function markup(html: string) {
  return { dangerouslySetInnerHTML: { __html: html } };
}

/** JSON that cannot end the script element it stands in. */
export function jsonForScript(value: unknown): string {
  return JSON.stringify(value).replaceAll("<", "\\u003c");
}
