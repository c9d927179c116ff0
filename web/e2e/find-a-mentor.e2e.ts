import { beforeAll, expect, it } from "vitest";
import { complaintsOf, describeInBrowser } from "../testing/browser.ts";
import { open, ready } from "./page.ts";
import { password, stageForTests } from "./product.ts";

const stage = stageForTests();

/** Other alumni, so that filters have something to narrow. */
const others = [
  { armyBranch: "Armor", mos: "19A", industry: "Law", location: "Austin, TX" },
  { armyBranch: "Infantry", industry: "Energy", location: "Houston, TX" },
  { armyBranch: "Signal Corps", mos: "25A", industry: "Technology", location: "Austin, TX" },
];

/** Pages use view transitions, as for people who don't prefer reduced motion. */
const moving = { reducedMotion: "no-preference" } as const;

describeInBrowser("finding a mentor", () => {
  beforeAll(async () => {
    for (const [index, profile] of others.entries()) {
      const name = { firstName: "Other", lastName: `Person${index}` };
      await stage.member({ ...name, profile: { ...profile, helpTopics: ["Networking"] } });
    }
  });

  it("leads from an alum's registration to a cadet who finds them", async () => {
    // An alum registers and publishes a profile.
    const alum = await stage.page(moving);
    const alumComplaints = complaintsOf(alum);
    await alum.goto("/");
    await alum.getByRole("link", { name: "Sign up" }).click();
    await alum.getByLabel("First Name").fill("Dana");
    await alum.getByLabel("Last Name").fill("Whitfield");
    await alum.getByLabel("Email").fill("dana@example.edu");
    await alum.getByLabel("Username").fill("dana");
    await alum.getByLabel("Password").fill(password);
    await alum.getByLabel("Alumni", { exact: true }).check();
    await alum.getByRole("button", { name: "Create Account" }).click();
    await alum.getByRole("navigation", { name: "Main" }).waitFor();

    await alum.goto("/profile");
    await alum.getByText("You haven't created a profile yet").waitFor();
    await alum.getByRole("link", { name: "Create Profile" }).click();
    await ready(alum);
    await alum.getByLabel("TCU Class Year").fill("2012");
    await alum.getByLabel("Rank").selectOption("MAJ");
    await alum.getByLabel("Army Branch").selectOption("Armor");
    await alum.getByRole("textbox", { name: "MOS" }).fill("19A");
    await alum.getByRole("textbox", { name: "Industry" }).fill("Energy");
    await alum.getByRole("textbox", { name: "Location" }).fill("Fort Worth, TX");
    await alum.getByLabel("Primary Email", { exact: true }).fill("dana@example.com");
    await alum.getByLabel("LinkedIn URL").fill("https://www.linkedin.com/in/dana");
    await alum.getByRole("checkbox", { name: "BOLC Prep" }).check();
    await alum.getByRole("button", { name: "Add Army School" }).click();
    await alum.keyboard.type("Ranger School");
    await alum.getByRole("button", { name: "Create Profile" }).click();
    await alum.getByText("Profile created!").first().waitFor();
    await alum.waitForURL("**/profile");
    await alum.getByRole("switch", { name: "Profile Visible" }).waitFor();

    // A cadet narrows by branch, industry, location and help topic.
    const casey = { firstName: "Casey", role: "cadet", isConfirmed: true, ...moving } as const;
    const { visitor: cadets, page: cadet } = await stage.member(casey);
    const cadetComplaints = complaintsOf(cadet);
    await open(cadet, "/alumni");
    await cadet.getByText("4 alumni found").waitFor();
    await cadet.getByRole("checkbox", { name: "Armor" }).check();
    await cadet.getByText("2 alumni found").waitFor();
    await cadet.getByRole("checkbox", { name: "Energy" }).check();
    await cadet.getByText("1 alumni found").waitFor();
    await cadet.getByRole("checkbox", { name: "Fort Worth, TX" }).check();
    await cadet.getByRole("checkbox", { name: "BOLC Preparation" }).check();
    await cadet.waitForURL("**/alumni?armyBranches=Armor&industries=Energy&**");
    expect(await cadet.getByRole("heading", { level: 2, name: "Dana Whitfield" }).count()).toBe(1);
    await cadet.getByRole("group", { name: "Army Branch" }).getByText(/^Show \d+ more$/).click();
    expect(await cadet.getByRole("checkbox", { name: "Signal Corps" }).isDisabled()).toBe(true);
    const narrowed = cadet.url();

    // Pressing a card's icon requests one contact and opens it. The page doesn't get its value.
    await cadets.route("https://www.linkedin.com/**", (route) => {
      const { referer = "none" } = route.request().headers();
      const body = `<title>${referer}</title><script>document.title += opener</script>`;
      return route.fulfill({ body, contentType: "text/html" });
    });
    const opened = cadet.waitForEvent("popup");
    await cadet.getByRole("link", { name: "LinkedIn Dana Whitfield" }).click();
    const tab = await opened;
    await tab.waitForURL("https://www.linkedin.com/in/dana");
    await expect.poll(() => tab.title()).toBe("nonenull");
    await tab.close();
    expect(cadet.url()).toBe(narrowed);

    // They open the profile, see how to connect, and return to their position.
    await cadet.getByRole("link", { name: "View Full Profile of Dana Whitfield" }).click();
    await cadet.getByRole("heading", { level: 1, name: "Dana Whitfield" }).waitFor();
    await ready(cadet);
    const address = cadet.getByRole("link", { name: "dana@example.com" });
    expect(await address.count()).toBe(0);
    await cadet.getByRole("button", { name: "Show contact details" }).click();
    expect(await address.getAttribute("href")).toBe("mailto:dana@example.com");
    expect(cadet.url()).toMatch(/#contact$/);
    await cadet.reload();
    await address.waitFor();
    await ready(cadet);
    await cadet.getByRole("link", { name: "Connect", exact: true }).click();
    await cadet.getByRole("heading", { level: 1, name: "Ask Dana Whitfield for help" }).waitFor();
    await cadet.goBack();
    await cadet.getByRole("link", { name: "Back" }).click();
    await cadet.getByText("1 alumni found").waitFor();
    expect(cadet.url()).toBe(narrowed);
    expect(await cadet.getByRole("checkbox", { name: "Armor" }).isChecked()).toBe(true);

    // Each choice was a history entry: going back removes one.
    await ready(cadet);
    await cadet.getByRole("link", { name: "Clear all" }).click();
    await cadet.getByText("4 alumni found").waitFor();
    await cadet.goBack();
    await cadet.getByText("1 alumni found").waitFor();
    expect(await cadet.getByRole("checkbox", { name: "Energy" }).isChecked()).toBe(true);

    // The alum sees who viewed their contacts.
    await ready(alum);
    await alum.getByRole("main").getByRole("link", { name: "Privacy" }).click();
    await alum.getByRole("link", { name: "Who sees your contacts" }).click();
    await alum.getByText("Primary Email, LinkedIn").waitFor();
    await alum.goBack();

    // The alum hides, and isn't found anymore.
    await ready(alum);
    const saved = alum.waitForResponse((answer) => answer.request().method() === "PATCH");
    await alum.getByRole("switch", { name: "Profile Visible" }).click();
    await alum.getByRole("switch", { name: "Profile Hidden" }).waitFor();
    expect((await saved).status()).toBe(200);
    await cadet.reload();
    await cadet.getByText("No alumni found matching your filters").waitFor();
    expect([...alumComplaints, ...cadetComplaints]).toEqual([]);
  });

  it("works without script", async () => {
    const { page } = await stage.member({ javaScriptEnabled: false });
    await page.goto("/alumni");
    await page.getByLabel("Law").check();
    await page.getByLabel("Sort by").selectOption("Name (A-Z)");
    await page.getByRole("button", { name: "Apply" }).first().click();
    await page.getByText("1 alumni found").waitFor();
    expect(new URL(page.url()).searchParams.get("sort")).toBe("name");

    await page.goto("/profile/edit");
    await page.getByRole("button", { name: "Add Army School" }).click();
    await page.getByLabel("Army School 1", { exact: true }).fill("Airborne School");
    await page.getByLabel("TCU Class Year").fill("2019");
    await page.getByLabel("Rank").selectOption("1LT");
    await page.getByLabel("Army Branch").selectOption("Aviation");
    await page.getByRole("button", { name: "Create Profile" }).click();
    await page.getByText("MOS is required").first().waitFor();
    expect(await page.getByLabel("Army School 1", { exact: true }).inputValue()).toBe(
      "Airborne School",
    );
    await page.getByRole("textbox", { name: "MOS" }).fill("15A");
    await page.getByLabel("Primary Email", { exact: true }).fill("robin@example.com");
    await page.getByRole("button", { name: "Create Profile" }).click();
    await page.getByText("Profile created!").waitFor();
    await page.getByRole("link", { name: "Experience" }).click();
    await page.getByText("Airborne School").waitFor();
  });

  it.each([true, false])(
    "reports an uncovered topic with one press; with script: %s",
    async (javaScriptEnabled) => {
      const { page } = await stage.member({ role: "cadet", javaScriptEnabled });
      await page.goto("/alumni?helpTopics=SFAS+Prep");
      await page.getByText("No one helps with SFAS Prep yet.").waitFor();
      await page.getByRole("button", { name: "Tell the program that no one covers this" }).click();
      await page.getByText("Thanks for telling us", { exact: true }).waitFor();
      expect(new URL(page.url()).search).toBe("?helpTopics=SFAS+Prep");
    },
  );
});
