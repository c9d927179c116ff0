/**
 * Fetches a page of this site, to use a part of it. It is parsed without its styles, since they
 * have another answer's nonce, which this page's policy refuses and browsers report.
 */
export async function readPage(answer: Response): Promise<Document> {
  const html = (await answer.text()).replace(/<style[^]*?<\/style>/g, "");
  return new DOMParser().parseFromString(html, "text/html");
}
