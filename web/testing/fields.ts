import { screen, waitFor, within } from "@testing-library/react";
import { expect } from "vitest";

/** The error beside a field; `undefined` without one. */
export function errorBeside(label: string): string | undefined {
  const field = screen.getByLabelText(label);
  return document.getElementById(`${field.id}-error`)?.textContent;
}

/** The summary of a refused form, once it has the focus. */
export async function focusedSummary() {
  const summary = await screen.findByRole("alert");
  await waitFor(() => expect(document.activeElement).toBe(summary));
  const links = within(summary).getAllByRole<HTMLAnchorElement>("link");
  return {
    /** Errors, in the form's order. */
    messages: links.map((link) => link.textContent),
    links,
  };
}
