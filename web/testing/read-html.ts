/**
 * Reads a page's content from its HTML, independent of its classes and components.
 * @module
 */

/** Texts of the elements of a kind, in the page's order: `h1`, `strong`, `dt`. */
export function textsOf(html: string, kind: string): string[] {
  return elementsOf(html, kind).map(({ text }) => text);
}

/** Target of the first link with this text; `undefined` without one. */
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

/** Attributes of the first link to this address. */
export function attributesOfLink(html: string, href: string): string | undefined {
  return elementsOf(html, "a").map(({ attributes }) => attributes)
    .find((attributes) => plain(attributes).includes(` href="${href}"`));
}

/** Terms of the page with their texts. */
export function factsOf(html: string): [term: string, text: string][] {
  return [...html.matchAll(/<dt\b[^>]*>([^]*?)<\/dt>\s*<dd\b[^>]*>([^]*?)<\/dd>/g)]
    .map(([, term = "", text = ""]) => [plain(term), plain(text)]);
}

function elementsOf(html: string, kind: string) {
  return [...html.matchAll(new RegExp(`<${kind}\\b([^>]*)>([^]*?)</${kind}>`, "g"))]
    .map(([, attributes = "", content = ""]) => ({ attributes, text: plain(content) }));
}

/** Without markup, and with characters decoded. */
function plain(html: string): string {
  return html.replaceAll(/<[^>]+>/g, "")
    .replaceAll("&#x27;", "'")
    .replaceAll("&quot;", '"')
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&")
    .trim();
}
