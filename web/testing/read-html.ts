/**
 * What people meet in a page's HTML, whatever classes and components it is made of.
 *
 * @module
 */

/** Texts of the elements of a kind, in the page's order: `h1`, `strong`, `dt`. */
export function textsOf(html: string, kind: string): string[] {
  return elementsOf(html, kind).map(({ text }) => text);
}

/** Where the first link with this text leads; `undefined` without one. */
export function linkTo(html: string, text: string | RegExp): string | undefined {
  return linksOf(html).find((link) =>
    typeof text === "string" ? link.text === text : text.test(link.text)
  )?.href;
}

/** Links in the page's order. */
export function linksOf(html: string): { readonly text: string; readonly href: string }[] {
  return elementsOf(html, "a").map(({ attributes, text }) => ({
    text,
    href: plain(/ href="([^"]*)"/.exec(attributes)?.[1] ?? ""),
  }));
}

/** Attributes of the first link that leads there. */
export function attributesOfLink(html: string, href: string): string | undefined {
  return elementsOf(html, "a").map(({ attributes }) => attributes)
    .find((attributes) => plain(attributes).includes(` href="${href}"`));
}

/** Terms of the page, each with what is said of it. */
export function factsOf(html: string): [term: string, text: string][] {
  return [...html.matchAll(/<dt\b[^>]*>([^]*?)<\/dt>\s*<dd\b[^>]*>([^]*?)<\/dd>/g)]
    .map(([, term = "", text = ""]) => [plain(term), plain(text)]);
}

function elementsOf(html: string, kind: string) {
  return [...html.matchAll(new RegExp(`<${kind}\\b([^>]*)>([^]*?)</${kind}>`, "g"))]
    .map(([, attributes = "", content = ""]) => ({ attributes, text: plain(content) }));
}

/** Without marks, and characters as they are. */
function plain(html: string): string {
  return html.replaceAll(/<[^>]+>/g, "")
    .replaceAll("&#x27;", "'")
    .replaceAll("&quot;", '"')
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&")
    .trim();
}
