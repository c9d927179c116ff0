import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { startMailServer } from "../../api/testing/mail-server.ts";
import { type RunningProduct, startProduct } from "../../api/testing/process.ts";
import { importMap } from "../../api/torture/orders.ts";
import { browserTests, chromiumPath, complaintsOf, openBrowser } from "../testing/browser.ts";
import { expectFine, expectFits } from "./faults.ts";
import { password, signUp } from "./product.ts";

const sheet = `First name,Last name,Email,Rank,Branch,MOS,Class of
Joe,Reed,joe@example.com,Maj.,Aviation,15A,2012
Dee,Ortiz,dee@example.com,CPT,Signal,25A,2014
Olga,Park,olga@example.com,,Armor,,2016
Wanda,Lee,wanda@example.com,COL,,,1998
Bob,Wu,bob@example.com,1LT,Armor,19A,2020
Ann,Poe,,CPT,Armor,19A,2015
`;

let browser: Browser;

/** An installation that is started again on later days, with other settings. */
async function installation() {
  const dataDir = await mkdtemp(join(tmpdir(), "alumni-invitation-"));
  const common = { DATA_DIR: dataDir, HOST: "127.0.0.1", CADRE_CODE: "a code" };
  let product: RunningProduct | undefined;
  onTestFinished(async () => {
    await product?.stop();
    await rm(dataDir, { recursive: true, force: true });
  });
  return async (day: number, environment: Readonly<Record<string, string>> = {}) => {
    await product?.stop();
    const of = { ...common, ...environment, TORTURE_DAYS: String(day) };
    product = await startProduct(of, { importMap });
    return product.origin;
  };
}

async function visitor(options: BrowserContextOptions) {
  // axe is no part of the page's policy.
  const context = await browser.newContext({ bypassCSP: true, ...options });
  const page = await context.newPage();
  return { context, page, complaints: complaintsOf(page) };
}

/** How many people there are in each state, as staff read it. */
async function numbersOn(page: Page, origin: string) {
  await page.goto(`${origin}/program/invitations`);
  const items = page.getByRole("navigation", { name: "Invitations by answer" })
    .getByRole("listitem");
  return (await items.allTextContents()).map((text) => text.replace(/\s+/g, " ").trim());
}

/** Reads the link that is shown once, and goes back. */
async function readLink(page: Page, name: string): Promise<string> {
  await page.getByRole("heading", { name: `Invitation link for ${name}` }).waitFor();
  const link = await page.getByRole("textbox", { name: "Link" }).inputValue();
  await page.getByRole("link", { name: "Back to invitations" }).click();
  return link;
}

type Look = (page: Page, name: string) => Promise<void>;

const ways: readonly [string, BrowserContextOptions, Look][] = [
  ["with script on a desktop", { viewport: { width: 1280, height: 900 } }, expectFine],
  ["without script on a phone", {
    viewport: { width: 390, height: 844 },
    javaScriptEnabled: false,
  }, expectFits],
];

describe.skipIf(chromiumPath === undefined)(`an invitation ${browserTests}`, () => {
  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(() => browser?.close());

  it.each(ways)("goes its whole way from the sheet to its answer, %s", {
    timeout: 180_000,
  }, async (_, options, expectWell) => {
    const start = await installation();
    let origin = await start(0);
    const staff = await visitor(options);
    const { page } = staff;
    const stan = { username: "stan", firstName: "Stan", lastName: "Okafor" };
    await signUp(staff.context, origin, { ...stan, role: "cadre", cadreCode: "a code" });

    // No mail server: what waits is said before and after, and on every page of staff.
    await page.goto(`${origin}/program/import`);
    const buffer = Buffer.from(sheet);
    await page.getByLabel("Spreadsheet", { exact: true }).setInputFiles({
      name: "alumni.csv",
      mimeType: "text/csv",
      buffer,
    });
    await page.getByRole("button", { name: "Check Spreadsheet" }).click();
    await page.getByText("5 people will be invited. 1 has no email address.").waitFor();
    await page.getByText("Mail isn't set up: these 5 invitations wait until it is.").waitFor();
    await page.getByRole("button", { name: "Invite 5 people" }).click();
    const invited = page.getByText("5 people were invited.");
    await expect.poll(async () => {
      if (options.javaScriptEnabled === false) await page.reload();
      return await invited.count();
    }).toBe(1);
    const waiting = page.getByText("Mail isn't set up: 5 invitations have been waiting since");
    await waiting.waitFor();
    await expectWell(page, "imported");

    // Links go by another way: staff copy them, and are asked for their password.
    origin = await start(1);
    expect(await numbersOn(page, origin)).toEqual([
      "5 Waiting",
      "0 Opened",
      "0 Joined",
      "0 Declined",
      "0 Bounced",
    ]);
    await waiting.waitFor();
    const copyLink = (name: string) =>
      page.getByRole("button", { name: `Copy link: ${name}` }).click();
    await copyLink("Joe Reed");
    await page.getByRole("heading", { name: "Confirm it's you" }).waitFor();
    await page.getByLabel("Password").fill(password);
    await page.getByRole("button", { name: "Confirm" }).click();
    await page.getByRole("textbox", { name: "Link" }).waitFor();
    await expectWell(page, "copied link");
    const toJoe = await readLink(page, "Joe Reed");
    await copyLink("Dee Ortiz");
    const toDee = await readLink(page, "Dee Ortiz");
    await copyLink("Olga Park");
    const toOlga = await readLink(page, "Olga Park");

    const joe = await visitor(options);
    await joe.page.goto(toJoe);
    await joe.page.getByRole("heading", { name: "Welcome, Joe" }).waitFor();
    await joe.page.getByLabel("Username").fill("joe.reed");
    await joe.page.getByLabel("Password", { exact: true }).fill("a long password");
    await joe.page.getByLabel("Confirm Password").fill("a long password");
    await joe.page.getByLabel(/^Show my profile in the directory/).check();
    await joe.page.getByRole("button", { name: "Accept Invitation" }).click();
    await joe.page.waitForURL("**/profile");
    await joe.page.goto(`${origin}/directory`);
    await joe.page.getByRole("heading", { name: "Joe Reed" }).waitFor();
    await joe.page.goto(toJoe);
    await joe.page.getByRole("heading", { name: "Invalid Invitation" }).waitFor();

    const dee = await visitor(options);
    await dee.page.goto(toDee);
    await dee.page.getByRole("button", { name: "Decline and Delete" }).click();
    await dee.page.getByRole("heading", { name: "Invitation Declined" }).waitFor();
    const olga = await visitor(options);
    await olga.page.goto(toOlga);
    await olga.page.getByRole("heading", { name: "Welcome, Olga" }).waitFor();

    // A mail server: what waited goes out, and one address turns out not to exist.
    const mailServer = await startMailServer({
      refuses: { "bob@example.com": { code: 550, text: "5.1.1 No such mailbox" } },
    });
    onTestFinished(() => mailServer.close());
    const mail = {
      SMTP_URL: `smtp://127.0.0.1:${mailServer.port}`,
      MAIL_FROM: "alumni@example.edu",
    };
    const mailed = (about: RegExp) =>
      mailServer.received.filter(({ parsed }) => about.test(parsed.subject ?? ""))
        .flatMap(({ to }) => to).toSorted();
    origin = await start(1, mail);
    await expect.poll(() => numbersOn(page, origin)).toEqual([
      "1 Waiting",
      "1 Opened",
      "1 Joined",
      "1 Declined",
      "1 Bounced",
    ]);
    await expect.poll(() => mailed(/^You're invited/)).toEqual([
      "olga@example.com",
      "wanda@example.com",
    ]);
    await numbersOn(page, origin);
    expect(await waiting.count()).toBe(0);
    await expectWell(page, "invitations");
    const states = [
      ["Waiting", "Wanda Lee"],
      ["Opened", "Olga Park"],
      ["Joined", "Joe Reed"],
      ["Declined", "Dee Ortiz"],
      ["Bounced", "Bob Wu"],
    ] as const;
    for (const [state, name] of states) {
      await page.getByRole("link", { name: `1 ${state}` }).click();
      await page.getByRole("heading", { name: `${state} (1)` }).waitFor();
      expect(await page.getByRole("heading", { level: 3 }).allTextContents()).toEqual([name]);
    }

    // A week later staff sign in again, and remind who has not answered.
    origin = await start(8, mail);
    await page.goto(`${origin}/program/invitations`);
    await page.getByLabel("Username").fill("stan");
    await page.getByLabel("Password").fill(password);
    await page.getByRole("button", { name: "Login" }).click();
    await page.getByText("Send reminders to 2 people").first().click();
    await expectWell(page, "reminders");
    await page.getByRole("button", { name: "Send reminders to 2 people" }).click();
    await page.getByText("Sending 2 reminders").first().waitFor();
    expect(await page.getByRole("button", { name: "Send reminders" }).count()).toBe(0);
    const twice = [
      "olga@example.com",
      "olga@example.com",
      "wanda@example.com",
      "wanda@example.com",
    ];
    await expect.poll(() => mailed(/^You're invited/)).toEqual(twice);
    const complaints = [staff, joe, dee, olga].flatMap(({ complaints }) => complaints);
    expect(complaints).toEqual([]);
  });
});
