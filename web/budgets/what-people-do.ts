/** What people do most on the pages, for measuring how fast those answer. */
import type { Page } from "playwright-core";
import type { Interaction } from "./interactions.ts";

const keyMs = 60;

/** Of a phone: what has a pointer there is tapped. */
const tap = (role: "button" | "link" | "tab" | "switch" | "checkbox", name: string | RegExp) =>
(
  page: Page,
) => page.getByRole(role, { name }).first().tap();

const type = (label: string, text: string) => async (page: Page) => {
  await page.getByLabel(label, { exact: true }).first().tap();
  await page.keyboard.type(text, { delay: keyMs });
};

export const signedOutInteractions: readonly Interaction[] = [
  // The first touch brings the script.
  { page: "landing", path: "/", does: "typing a username", act: type("Username", "whitfield") },
  {
    page: "landing",
    path: "/",
    does: "sending an empty login",
    before: wake,
    act: tap("button", "Login"),
  },
  {
    page: "landing",
    path: "/",
    does: "turning to the registration",
    before: wake,
    act: tap("link", "Sign up"),
  },
  { page: "landing", path: "/", does: "changing the theme", act: tap("button", /theme/) },
  {
    page: "forgot password",
    path: "/forgot-password",
    does: "typing an address",
    act: type("Email", "dana@example.com"),
  },
];

/** @param memberId Somebody with a profile whose contact ways the viewer sees. */
export function memberInteractions(memberId: string): readonly Interaction[] {
  const directory = { page: "directory", path: "/directory" } as const;
  const openDrawer = async (page: Page) => {
    await tap("button", /^Filters/)(page);
    await page.getByRole("dialog").waitFor();
  };
  const drawer = (page: Page) => page.getByRole("dialog");
  return [
    { page: "home", path: "/", does: "opening the menu", act: openMenu },
    { ...directory, does: "opening the menu", act: openMenu },
    { ...directory, does: "typing a search", act: type("Search", "infantry") },
    { ...directory, does: "opening the filters", act: openDrawer },
    {
      ...directory,
      does: "ticking a facet",
      before: openDrawer,
      act: (page) => drawer(page).getByRole("checkbox", { name: "Armor" }).tap(),
    },
    {
      ...directory,
      does: "unfolding a list",
      before: openDrawer,
      act: (page) => drawer(page).getByText(/^Show \d+ more$/).first().tap(),
    },
    { ...directory, does: "asking for a contact", act: tap("link", /^Primary Email /) },
    { ...directory, does: "loading more", act: tap("link", "Load more") },
    {
      page: "profile view",
      path: `/alumni/${memberId}`,
      does: "opening the menu",
      act: openMenu,
    },
    {
      page: "profile view",
      path: `/alumni/${memberId}`,
      does: "following a contact",
      act: (page) => page.locator('#contact a[href^="mailto:"]').first().tap(),
    },
    { page: "own profile", path: "/profile", does: "opening the menu", act: openMenu },
    { page: "own profile", path: "/profile", does: "turning a tab", act: tap("tab", "Experience") },
    {
      page: "own profile",
      path: "/profile?tab=privacy",
      does: "turning a switch",
      act: tap("switch", "Industry"),
    },
    {
      page: "own profile",
      path: "/profile?tab=privacy",
      does: "asking to delete the account",
      act: tap("button", "Delete Account"),
    },
    {
      page: "profile edit",
      path: "/profile/edit",
      does: "typing",
      act: type("Company", "Northfield"),
    },
    {
      page: "profile edit",
      path: "/profile/edit",
      does: "adding an entry",
      act: tap("button", "Add Army School"),
    },
    {
      page: "profile edit",
      path: "/profile/edit",
      does: "saving what is not complete",
      before: (page) => page.getByLabel("MOS").first().fill(""),
      act: tap("button", "Save Changes"),
    },
  ];
}

async function wake(page: Page): Promise<void> {
  await page.getByLabel("Username").tap();
  await page.locator("form#login[data-ready]").waitFor();
}

async function openMenu(page: Page): Promise<void> {
  await page.getByLabel(/^My Account/).tap();
}
