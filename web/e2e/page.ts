/**
 * Helpers for tests on any page.
 * @module
 */
import type { BrowserContext, Page } from "playwright-core";

/** Browsers without script. */
export const scriptless = new WeakSet<BrowserContext>();

/** Opens a page of this address, and waits until its starting islands are interactive. */
export async function open(where: BrowserContext | Page, path: string): Promise<Page> {
  const page = "newPage" in where ? await where.newPage() : where;
  await page.goto(path);
  await ready(page);
  return page;
}

/** Resolves once every island that starts with the page is interactive. */
export async function ready(page: Page): Promise<void> {
  if (scriptless.has(page.context())) return;
  await page.waitForFunction(() =>
    [...document.querySelectorAll<HTMLElement>('[data-start="load"]')]
      .every((island) => island.dataset.ready !== undefined)
  );
}

export async function logIn(page: Page, username: string, password: string): Promise<void> {
  await page.getByLabel("Username").fill(username);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Login", exact: true }).click();
}

export async function logOut(page: Page): Promise<void> {
  await page.getByLabel(/^My Account/).click();
  await page.getByText("Log Out").click();
  await page.getByRole("heading", { name: "Login" }).waitFor();
}

/** The API's answer to this visitor. */
export const fetchJson = async (from: BrowserContext | Page, path: string) =>
  await (await from.request.get(path)).json();
