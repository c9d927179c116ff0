import { readdir } from "node:fs/promises";
import type { BrowserContext, Page } from "playwright-core";
import { expect, it, onTestFinished } from "vitest";
import { aPhoto } from "../../api/testing/pictures.ts";
import { importMap } from "../../api/crash-tests/orders.ts";
import { invitationSubject, startMailServer } from "../../api/testing/mail-server.ts";
import { describeInBrowser } from "../testing/browser.ts";
import { examined, expectFineAtBothSizes } from "./faults.ts";
import { logIn, open } from "./page.ts";
import { type Member, type MemberOptions, password, Stage } from "./product.ts";

const sheet = "Email,First name,Last name,Class year,Rank,Branch,MOS\n" +
  "pat@example.com,Pat,Doe,2012,CPT,Aviation,15A\n";

/** A service that has a mail server, and a clock that can be ahead. */
async function givenStage() {
  const server = await startMailServer();
  const environment = { SMTP_URL: `smtp://127.0.0.1:${server.port}`, MAIL_FROM: "a@example.edu" };
  const stage = await new Stage({ environment }).open();
  onTestFinished(async () => {
    await stage.close();
    await server.close();
  });
  const textsTo = (address: string, about: RegExp) =>
    server.received.filter(({ to, parsed }) =>
      to.includes(address) && about.test(`${parsed.subject}`)
    )
      .map(({ parsed }) => parsed.text ?? "");
  return {
    stage,
    startOn: (day: number) => stage.restart({ CRASH_DAYS: String(day) }, { importMap }),
    /** The link of the first mail about this. */
    async linkTo(address: string, about: RegExp): Promise<string> {
      await expect.poll(() => textsTo(address, about).length).toBe(1);
      return /https?:\S+token=\S+/.exec(textsTo(address, about)[0] ?? "")?.[0] ?? "";
    },
    /** Names of the people whose requests the mentor was reminded of, in this order. */
    reminders: () =>
      textsTo("dana@example.edu", /is waiting for your answer/)
        .map((text) => text.includes("Kim") ? "Kim" : "Casey"),
  };
}

/** As staff do: the secret on paper, after the password, and its last eight characters typed. */
async function printSecret(page: Page): Promise<string> {
  await page.goto("/program");
  await page.getByText("Your backups can't be opened without this.").waitFor();
  await page.getByRole("link", { name: "Print your secret" }).click();
  await page.getByRole("button", { name: "Show the secret" }).click();
  const question = page.getByLabel("Password", { exact: true });
  const sheet = page.locator(".secret-groups");
  await question.or(sheet).first().waitFor();
  if (await question.isVisible()) {
    await question.fill(password);
    await page.getByRole("button", { name: "Confirm" }).click();
  }
  await sheet.waitFor();
  expect(page.url()).not.toContain("AGE");
  await expectFineAtBothSizes(page, "sheet");
  await page.emulateMedia({ media: "print" });
  expect(await page.getByRole("button", { name: "I have the sheet" }).isVisible()).toBe(false);
  expect(await sheet.isVisible()).toBe(true);
  await page.emulateMedia({ media: "screen" });
  const groups = await sheet.locator("span").allTextContents();
  const field = page.getByLabel(/^Last eight characters/);
  await field.fill("QQQQQQQQ");
  await page.getByRole("button", { name: "I have the sheet" }).click();
  await page.getByText("These aren't the last eight characters").first().waitFor();
  await field.fill(groups.at(-1) ?? "");
  await page.getByRole("button", { name: "I have the sheet" }).click();
  await page.getByText("Your secret is printed").first().waitFor();
  await page.goto("/program/secret");
  expect(await page.getByText("We don't show it again").isVisible()).toBe(true);
  // As someone types it from paper.
  return groups.join(" ").toLowerCase();
}

async function backUp(page: Page): Promise<void> {
  await page.goto("/program/setup");
  await page.getByText("Backups are on the same disk as the directory").waitFor();
  await expectFineAtBothSizes(page, "set-up");
  await page.getByRole("button", { name: "Back up now" }).click();
  // The page looks again by itself, also while one is being made.
  await page.getByText("Size").waitFor();
  await page.getByRole("button", { name: "Back up now" }).waitFor();
}

async function addPicture({ visitor }: Member, origin: string): Promise<void> {
  const headers = { Origin: origin };
  const { uploadURL } = await (await visitor.request.post("/api/objects/upload", { headers }))
    .json();
  const put = await visitor.request.put(uploadURL, { headers, data: Buffer.from(await aPhoto()) });
  expect(put.ok()).toBe(true);
  const data = { profileImageURL: uploadURL };
  expect((await visitor.request.put("/api/profile-images", { headers, data })).ok()).toBe(true);
}

/** A program with people, a picture, mail settings, a request for help, and an invitation. */
async function givenProgram({ stage, linkTo }: Awaited<ReturnType<typeof givenStage>>) {
  const member = async (username: string, firstName: string, more: MemberOptions = {}) => {
    const someone = await stage.member({ username, firstName, ...more });
    await confirm(someone.visitor, username);
    return someone;
  };
  const confirm = async (visitor: BrowserContext, username: string) => {
    const link = await linkTo(`${username}@example.edu`, /^Confirm your email address/);
    const token = new URL(link).searchParams.get("token") ?? "";
    await stage.submit(visitor, "/verify-email", { token });
  };
  const staff = await stage.staff();
  await confirm(staff, "stan");
  await stage.submit(staff, "/program/settings/brand", {
    does: "brand",
    programName: "UNT",
    universityName: "University of North Texas",
    brandColor: "#00853e",
  });
  await stage.submit(staff, "/program/mail/answers", {
    way: "hook",
    address: "reply@example.edu",
    usesPlus: "true",
    authservId: "mx",
  });
  await stage.invite(sheet);
  const profile = { bio: "Bradleys, then bridges.", location: "Fort Worth, TX" };
  const dana = await member("dana", "Dana", { profile });
  await addPicture(dana, stage.origin);
  const casey = await member("casey", "Casey", { role: "cadet" });
  const note = "How did you choose your branch, and would you choose it again?";
  await stage.ask(casey.visitor, { memberId: dana.id, note });
  await member("kim", "Kim", { role: "cadet" });
  return { invitation: await linkTo("pat@example.com", invitationSubject), dana };
}

/** From the link that the empty service printed to what is in the backup. */
async function choose(page: Page, secret: string, choice: (page: Page) => Promise<void>) {
  await page.getByRole("link", { name: "Restore a backup" }).click();
  await page.getByLabel("Secret").waitFor();
  await expectFineAtBothSizes(page, "choice");
  await choice(page);
  await page.getByLabel("Secret").fill(secret);
  await page.getByRole("button", { name: "Check this backup" }).click();
  await page.getByRole("heading", { name: "Restore this backup?" }).waitFor();
}

async function restore(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Restore it" }).click();
  await page.getByRole("heading", { name: "Your directory is back" }).waitFor();
}

describeInBrowser("the day the disk dies", () => {
  it("ends with the directory as it was, from a file and a sheet of paper", async () => {
    const given = await givenStage();
    const { stage, startOn, reminders } = given;
    const { invitation, dana } = await givenProgram(given);
    await startOn(4);
    await expect.poll(reminders).toEqual(["Casey"]);
    const note = "Which branch would you choose today, and why?";
    await stage.ask(await stage.signIn("kim"), { memberId: dana.id, note });
    const staffPage = await (await stage.signIn("stan", examined)).newPage();
    const secret = await printSecret(staffPage);
    await backUp(staffPage);
    const [file = ""] = await readdir(stage.backups);
    const backup = await stage.takeAway(file);

    await stage.loseEverything();
    await startOn(20);
    const page = await stage.page(examined);
    await page.goto(await stage.firstStaffLink());
    await expectFineAtBothSizes(page, "first staff");
    await choose(
      page,
      secret,
      (page) => page.getByLabel(/^File on this device/).setInputFiles(backup),
    );
    await page.getByText("UNT", { exact: true }).waitFor();
    await page.getByText("Changes after").waitFor();
    await page.getByText("1 mailed invitation keeps its link").waitFor();
    await expectFineAtBothSizes(page, "checked");
    await restore(page);
    await page.getByText("Changes after").waitFor();
    await expectFineAtBothSizes(page, "restored");
    await page.getByRole("link", { name: "Log in" }).click();
    await logIn(page, "dana", password);
    await page.getByLabel(/^My Account/).waitFor();
    await open(page, "/alumni?search=bridges");
    await page.getByText("Dana Reed").first().waitFor();
    await page.goto(`/alumni/${dana.id}`);
    const isDrawn = page.locator(".avatar-image").first().evaluate((image: HTMLImageElement) =>
      image.decode().then(() => image.naturalWidth > 0)
    );
    expect(await isDrawn).toBe(true);
    await page.goto("/connections");
    expect(await page.getByText("Asks for your help").count()).toBe(2);

    const pat = await stage.page();
    await pat.goto(stage.here(invitation));
    await pat.getByRole("heading", { name: "Welcome, Pat" }).waitFor();
    const staff = await (await stage.signIn("stan")).newPage();
    await staff.goto("/program/mail");
    await staff.getByText("reply@example.edu").first().waitFor();
    await staff.goto("/program/setup");
    await staff.getByText("The directory was restored on").waitFor();

    // Until day 20 no time has passed: nothing was due at once, and then each reminder goes once.
    expect(reminders()).toEqual(["Casey"]);
    await startOn(23.5);
    await expect.poll(reminders).toEqual(["Casey", "Casey", "Kim"]);
    await startOn(27.8);
    await expect.poll(reminders).toEqual(["Casey", "Casey", "Kim", "Kim"]);
  });

  it("ends with it from the folder of backups, too, with no script in the browser", async () => {
    const given = await givenStage();
    const { stage } = given;
    await givenProgram(given);
    const staffPage = await (await stage.signIn("stan", examined)).newPage();
    const secret = await printSecret(staffPage);
    await backUp(staffPage);

    await stage.loseEverything({ butBackups: true });
    await stage.restart();
    const page = await stage.page({ javaScriptEnabled: false });
    await page.goto(await stage.firstStaffLink());
    await page.getByRole("link", { name: "Restore a backup" }).click();
    await page.getByLabel("Secret").fill(secret.slice(0, -1));
    await page.getByRole("button", { name: "Check this backup" }).click();
    await page.getByText("the secret has 58 letters and digits: 1 is missing").first().waitFor();
    await page.getByLabel("Secret").fill(secret);
    await page.getByRole("button", { name: "Check this backup" }).click();
    await page.getByRole("heading", { name: "Restore this backup?" }).waitFor();
    await restore(page);
    await page.getByRole("link", { name: "Log in" }).click();
    await logIn(page, "dana", password);
    await page.getByLabel(/^My Account/).waitFor();
    await page.goto("/directory?search=dana");
    await page.getByText("Dana Reed").first().waitFor();
  });
});
