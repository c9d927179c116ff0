/** What people do most on the pages, for measuring how fast those answer. */
import type { Page } from "playwright-core";
import type { Interaction } from "./interactions.ts";

type Act = (page: Page) => Promise<void>;
type Row = readonly [page: string, path: string, does: string, act: Act, before?: Act];

const interactions = (rows: readonly Row[]): readonly Interaction[] =>
  rows.map(([page, path, does, act, before = async () => {}]) => ({
    page,
    path,
    does,
    act,
    before,
  }));

/** On a phone: what has a pointer there is tapped. */
const tap =
  (role: "button" | "link" | "tab" | "switch" | "checkbox", name: string | RegExp): Act => (page) =>
    page.getByRole(role, { name }).first().tap();

const type = (label: string, text: string): Act => async (page) => {
  await page.getByLabel(label, { exact: true }).first().tap();
  await page.keyboard.type(text, { delay: 60 });
};

const openMenu: Act = (page) => page.getByLabel(/^My Account/).tap();
const openDrawer: Act = async (page) => {
  await tap("button", /^Filters/)(page);
  await page.getByRole("dialog").waitFor();
};
const inDrawer = (page: Page) => page.getByRole("dialog");
/** The first touch brings the script. */
const loadScript: Act = async (page) => {
  await page.getByLabel("Username").tap();
  await page.locator("form#login[data-ready]").waitFor();
};

export const signedOutInteractions = interactions([
  ["landing", "/", "typing a username", type("Username", "whitfield")],
  ["landing", "/", "sending an empty login", tap("button", "Login"), loadScript],
  ["landing", "/", "turning to the registration", tap("link", "Sign up"), loadScript],
  ["landing", "/", "changing the theme", tap("button", /theme/)],
  ["forgot password", "/forgot-password", "typing an address", type("Email", "dana@example.com")],
]);

/** @param memberId A member with a profile whose contacts the viewer sees. */
export const memberInteractions = (memberId: string) =>
  interactions([
    ["home", "/", "opening the menu", openMenu],
    ["directory", "/directory", "opening the menu", openMenu],
    ["directory", "/directory", "typing a search", type("Search", "infantry")],
    ["directory", "/directory", "opening the filters", openDrawer],
    [
      ...["directory", "/directory", "ticking a facet"] as const,
      (page) => inDrawer(page).getByRole("checkbox", { name: "Armor" }).tap(),
      openDrawer,
    ],
    [
      ...["directory", "/directory", "unfolding a list"] as const,
      (page) => inDrawer(page).getByText(/^Show \d+ more$/).first().tap(),
      openDrawer,
    ],
    ["directory", "/directory", "asking for a contact", tap("link", /^Primary Email /)],
    ["directory", "/directory", "loading more", tap("link", "Load more")],
    ["profile view", `/alumni/${memberId}`, "opening the menu", openMenu],
    [
      ...["profile view", `/alumni/${memberId}`, "following a contact"] as const,
      (page) => page.locator('#contact a[href^="mailto:"]').first().tap(),
    ],
    ["own profile", "/profile", "opening the menu", openMenu],
    ["own profile", "/profile", "turning a tab", tap("tab", "Experience")],
    ["own profile", "/profile?tab=privacy", "turning a switch", tap("switch", "Industry")],
    [
      "own profile",
      "/profile?tab=privacy",
      "asking to delete the account",
      tap("button", "Delete Account"),
    ],
    ["profile edit", "/profile/edit", "typing", type("Company", "Northfield")],
    ["profile edit", "/profile/edit", "adding an entry", tap("button", "Add Army School")],
    [
      ...["profile edit", "/profile/edit", "saving what is not complete"] as const,
      tap("button", "Save Changes"),
      (page) => page.getByLabel("MOS").first().fill(""),
    ],
  ]);
