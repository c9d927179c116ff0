import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { aPhoto } from "../../api/testing/pictures.ts";
import { agedChromium } from "../testing/engines/chromium.ts";
import { createScreen, type Driver, type Engine, type Screen } from "../testing/engines/engine.ts";
import { firefox } from "../testing/engines/firefox.ts";
import { webkit } from "../testing/engines/webkit.ts";
import { password, stageForTests } from "./product.ts";

const stage = stageForTests();
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "alumni-engines-"));
  await writeFile(join(folder, "me.jpg"), await aPhoto());
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

const engines: readonly Engine[] = [agedChromium, firefox, webkit];

describe.each(engines)("the main journeys in $name", ({ name, missing, start }) => {
  const run = engines.findIndex((engine) => engine.name === name);
  const mentor = `mentor${run}`;
  const cadet = `cadet${run}`;
  const lastName = ["Whitfield", "Abernathy", "Lindqvist"][run] ?? "";

  /** Signs in as another member. */
  async function signIn(screen: Screen, username: string) {
    await screen.press("My Account");
    await screen.press("Log Out");
    // The previous page may have a field of this name, too.
    await screen.seeControl("Login");
    await screen.fill("Username or email", username);
    await screen.fill("Password", password);
    await screen.press("Login");
    await screen.seeControl("Directory");
  }

  const title = missing === undefined
    ? "lead from a registration to an answer"
    : `are skipped: ${missing} is not installed`;
  it.skipIf(missing !== undefined)(title, { timeout: 300_000 }, async () => {
    let driver: Driver | undefined;
    try {
      driver = await start();
      const screen = createScreen(driver, stage.origin);

      await screen.open("/");
      await screen.press("Sign up");
      await screen.fill("First Name", "Dana");
      await screen.fill("Last Name", lastName);
      await screen.fill("Email", `${mentor}@example.edu`);
      await screen.fill("Username", mentor);
      await screen.fill("Password", password);
      await screen.tick("Alumni");
      await screen.press("Create Account");
      await screen.seeControl("Directory");

      await screen.open("/profile/edit");
      await screen.fill("TCU Class Year", "2012");
      await screen.choose("Rank", "MAJ");
      await screen.choose("Army Branch", "Armor");
      await screen.fill("MOS", "19A");
      await screen.fill("Primary Email", `${mentor}@example.com`);
      await screen.fill("LinkedIn URL", "https://www.linkedin.com/in/dana");
      await screen.tick("Networking");
      await screen.press("Create Profile");
      await screen.arrive("/profile");
      await screen.see("Profile created!");

      await screen.open("/profile/edit");
      await screen.press("Upload Image");
      await screen.see("Choose a file");
      await screen.attach(join(folder, "me.jpg"));
      await screen.see("Zoom");
      await screen.press("Upload");
      await screen.see("Your profile picture has been saved");

      const { visitor: cadets } = await stage.member({
        username: cadet,
        firstName: "Casey",
        lastName: "Nguyen",
        role: "cadet",
        profile: { classYear: "2028" },
        isConfirmed: true,
      });
      await signIn(screen, cadet);
      await screen.open("/alumni");
      await screen.fill("Search", lastName);
      await screen.see("1 alumni found");
      await screen.press("View Full Profile");
      await screen.see("Military Background");
      const [left, right] = await driver.run(topsOfColumns) as number[];
      expect(right).toBe(left);
      await screen.press("Connect");
      await screen.fill("Your note", "How did you choose your branch?");
      await screen.press("Send Request");
      await screen.see("Waiting for their answer");
      const conversation = await screen.path();

      await signIn(screen, mentor);
      await screen.open(conversation);
      await screen.fill("Your first message", "Gladly.");
      await screen.press("Accept request");
      await screen.see("In conversation");
      const thanks = { action: "message", text: "Thank you. Which books?" };
      await stage.submit(cadets, new URL(conversation, stage.origin).pathname, thanks);
      await screen.see("Thank you. Which books?");
      await screen.fill("Your message", "Any of them.");
      await screen.press("Send Message");
      const messages = async () => await (await cadets.request.get(conversation)).text();
      await expect.poll(messages).toContain("Any of them.");
      await screen.see("Any of them.");

      // Going back shows nothing of a member who has logged out.
      await screen.press("My Account");
      await screen.press("Log Out");
      await screen.seeControl("Login");
      await driver.run(goBack);
      await expect.poll(() => driver?.run(isLandingPageAnew)).toBe(true);

      expect(screen.complaints()).toEqual([]);
    } finally {
      await driver?.close();
    }
  });
});

function goBack(): void {
  document.body.dataset.isLeft = "";
  history.back();
}

function isLandingPageAnew(): boolean {
  const { body, documentElement } = document;
  return body.dataset.isLeft === undefined && documentElement.dataset.member === undefined &&
    document.getElementById("login") !== null;
}

/** Runs in a profile's page: the top of each column of cards. */
function topsOfColumns(): number[] {
  const tops = new Map<number, number>();
  for (const card of document.querySelectorAll(".profile-grid section")) {
    const { left, top } = card.getBoundingClientRect();
    if (!tops.has(left)) tops.set(left, Math.round(top));
  }
  return [...tops.values()];
}
