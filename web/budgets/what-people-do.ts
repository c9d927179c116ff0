/** What people do most on the pages, for measuring how fast those answer. */
import type { Locator } from "playwright-core";
import type { Act, Interaction } from "./interactions.ts";

/** These are phones. */
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
const inDrawer = (act: (drawer: Locator) => Promise<void>): Act => (page) =>
  act(page.getByRole("dialog"));
/** The first touch brings the script. */
const loadScript: Act = async (page) => {
  await page.getByLabel("Username or email").tap();
  await page.locator("form#login[data-ready]").waitFor();
};

export const signedOutInteractions: readonly Interaction[] = [
  ["landing", "/", "typing a username", type("Username or email", "whitfield")],
  ["landing", "/", "sending an empty login", tap("button", "Login"), loadScript],
  ["landing", "/", "opening the registration", tap("link", "Sign up"), loadScript],
  ["landing", "/", "changing the theme", tap("button", /theme/)],
  ["forgot password", "/forgot-password", "typing an address", type("Email", "dana@example.com")],
];

const directory = ["directory", "/directory"] as const;
const privacy = ["own profile", "/profile?tab=privacy"] as const;
const edit = ["profile edit", "/profile/edit"] as const;
const tickArmor = inDrawer((drawer) => drawer.getByRole("checkbox", { name: "Armor" }).tap());
const unfold = inDrawer((drawer) => drawer.getByText(/^Show \d+ more$/).first().tap());
const followContact: Act = (page) => page.locator('#contact a[href^="mailto:"]').first().tap();
const clearMos: Act = (page) => page.getByLabel("MOS").first().fill("");

/** @param memberId A member with a profile whose contacts the viewer sees. */
export const memberInteractions = (memberId: string): readonly Interaction[] => [
  // The directory has the most elements: a menu opens sooner elsewhere.
  [...directory, "opening the menu", openMenu],
  [...directory, "typing a search", type("Search", "infantry")],
  [...directory, "opening the filters", openDrawer],
  [...directory, "ticking a facet", tickArmor, openDrawer],
  [...directory, "unfolding a list", unfold, openDrawer],
  [...directory, "asking for a contact", tap("link", /^Primary Email /)],
  [...directory, "loading more", tap("link", "Load more")],
  ["profile view", `/alumni/${memberId}`, "following a contact", followContact],
  ["own profile", "/profile", "opening a tab", tap("tab", "Experience")],
  [...privacy, "using a switch", tap("switch", "Industry")],
  [...privacy, "asking to delete the account", tap("button", "Delete Account")],
  [...edit, "typing", type("Company", "Northfield")],
  [...edit, "adding an entry", tap("button", "Add Army School")],
  [...edit, "saving what is not complete", tap("button", "Save Changes"), clearMos],
];
