/**
 * Helpers to read a directory's page in tests.
 * @module
 */
import type { Page } from "playwright-core";
import { fetchJson } from "./page.ts";

export const searchBox = (page: Page) =>
  page.getByRole("combobox", { name: "Search", exact: true });

/** Resolves once the page shows this total. */
export const shown = (page: Page, total: number) =>
  page.getByText(`${total} alumni found`, { exact: true }).waitFor();

/** The API's total for this search. */
export async function totalOf(page: Page, search: string): Promise<number> {
  return (await fetchJson(page, `/api/directory${search}`)).total;
}

/** Resolves once changes by an answer would have been drawn. */
export const drawn = (page: Page) =>
  page.evaluate(() =>
    new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  );
