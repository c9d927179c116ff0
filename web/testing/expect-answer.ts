import { expect } from "vitest";
import type { Answer } from "./site.ts";

/** Expects the status of an answer, and texts in its HTML. */
export function expectAnswer(
  { status, html }: Pick<Answer, "status" | "html">,
  expected: number,
  ...texts: readonly string[]
): void {
  expect(status).toBe(expected);
  for (const text of texts) expect(html).toContain(text);
}
