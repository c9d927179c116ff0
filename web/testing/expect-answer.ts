import { expect } from "vitest";
import type { SiteResponse } from "./real-site.ts";

/** Expects the status of an answer, and texts in its HTML. */
export function expectAnswer(
  { status, html }: Pick<SiteResponse, "status" | "html">,
  expected: number,
  ...texts: readonly string[]
): void {
  expect(status).toBe(expected);
  expectTexts(html, texts);
}

/** Expects texts in a page's HTML, and the absence of others. */
export function expectTexts(
  html: string,
  texts: readonly string[],
  absent: readonly string[] = [],
): void {
  for (const text of texts) expect(html).toContain(text);
  for (const text of absent) expect(html).not.toContain(text);
}
