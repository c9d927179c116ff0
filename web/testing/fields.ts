import { screen, waitFor, within } from "@testing-library/react";
import { expect } from "vitest";

/** What stands beside a field that is wrong; `undefined` when nothing does. */
export function errorBeside(label: string): string | undefined {
  const field = screen.getByLabelText(label);
  return document.getElementById(`${field.id}-error`)?.textContent;
}

/** The summary of a form that was refused, once it has the focus. */
export async function focusedSummary() {
  const summary = await screen.findByRole("alert");
  await waitFor(() => expect(document.activeElement).toBe(summary));
  const links = within(summary).getAllByRole<HTMLAnchorElement>("link");
  return {
    /** What is wrong, in the form's order. */
    messages: links.map((link) => link.textContent),
    links,
  };
}
