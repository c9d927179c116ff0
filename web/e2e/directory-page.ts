/**
 * A directory's page, as tests read it.
 *
 * @module
 */
import type { Page } from "playwright-core";
import { fetchJson } from "./page.ts";

export const searchBox = (page: Page) =>
  page.getByRole("combobox", { name: "Search", exact: true });

/** Resolves once the page says that it shows so many people. */
export const shown = (page: Page, total: number) =>
  page.getByText(`${total} alumni found`, { exact: true }).waitFor();

/** How many people the API counts for this search. */
export async function totalOf(page: Page, search: string): Promise<number> {
  return (await fetchJson(page, `/api/directory${search}`)).total;
}

/** Resolves once what an answer changed would have been drawn. */
export const drawn = (page: Page) =>
  page.evaluate(() =>
    new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  );
