import type { BrowserContextOptions, Page } from "playwright-core";
import { expect, it, onTestFinished } from "vitest";
import { invitationSubject, startMailServer } from "../../api/testing/mail-server.ts";
import { importMap } from "../../api/crash-tests/orders.ts";
import { complaintsOf, describeInBrowser } from "../testing/browser.ts";
import { examined, expectFine, expectFineAtBothSizes, phone } from "./faults.ts";
import { logIn } from "./page.ts";
import { password, Stage } from "./product.ts";

const sheet = `First name,Last name,Email,Rank,Branch,MOS,Class of
Joe,Reed,joe@example.com,Maj.,Aviation,15A,2012
Dee,Ortiz,dee@example.com,CPT,Signal,25A,2014
Olga,Park,olga@example.com,,Armor,,2016
Wanda,Lee,wanda@example.com,COL,,,1998
Bob,Wu,bob@example.com,1LT,Armor,19A,2020
Ann,Poe,,CPT,Armor,19A,2015
`;

/** Starts everything again, some days later. */
const start = async (
  stage: Stage,
  day: number,
  environment: Readonly<Record<string, string>> = {},
) => {
  await stage.restart({ ...environment, CRASH_DAYS: String(day) }, { importMap });
  return stage.origin;
};

/** The number of people in each state, as staff see it. */
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

const ways: readonly [string, BrowserContextOptions][] = [
  ["with script on a desktop", examined],
  ["without script on a phone", { ...phone, javaScriptEnabled: false }],
];

describeInBrowser("an invitation", () => {
  it.each(ways)("leads from the spreadsheet to its answer, %s", async (_, options) => {
    const stage = await new Stage({ environment: { CADRE_CODE: "a code" } }).open();
    onTestFinished(() => stage.close());
    const complaintsOfAll: (readonly string[])[] = [];
    const newcomer = async () => {
      const page = await stage.page(options);
      complaintsOfAll.push(complaintsOf(page));
      return page;
    };
    let { origin } = stage;
    const { page, username } = await stage.member({
      role: "cadre",
      cadreCode: "a code",
      ...options,
    });
    complaintsOfAll.push(complaintsOf(page));

    // Without a mail server, waiting mails are announced before and after, and on every staff page.
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

    // Links can be passed on in another way: staff copy them, after entering their password.
    await stage.passAnHour();
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
    await expectFineAtBothSizes(page, "copied link");
    const toJoe = await readLink(page, "Joe Reed");
    await copyLink("Dee Ortiz");
    const toDee = await readLink(page, "Dee Ortiz");
    await copyLink("Olga Park");
    const toOlga = await readLink(page, "Olga Park");

    const joe = await newcomer();
    await joe.goto(toJoe);
    await joe.getByRole("heading", { name: "Welcome, Joe" }).waitFor();
    await joe.getByLabel("Company", { exact: true }).fill("Skyfreight");
    await joe.getByRole("button", { name: "See what cadets would see" }).click();
    await joe.getByRole("heading", { name: "This is what cadets would see" }).waitFor();
    await joe.getByText("Skyfreight").waitFor();
    await joe.getByRole("button", { name: "Change something" }).click();
    await joe.getByRole("heading", { name: "Welcome, Joe" }).waitFor();
    expect(await joe.getByLabel("Company", { exact: true }).inputValue()).toBe("Skyfreight");
    await joe.getByRole("button", { name: "See what cadets would see" }).click();
    await joe.getByRole("button", { name: "Show me to cadets" }).click();
    await joe.getByRole("heading", { level: 1 }).first().waitFor();
    await joe.waitForURL(`${origin}/`);
    await joe.goto(`${origin}/directory`);
    await joe.getByRole("heading", { name: "Joe Reed" }).waitFor();
    await joe.goto(toJoe);
    await joe.getByRole("heading", { name: "Invalid Invitation" }).waitFor();

    const dee = await newcomer();
    await dee.goto(toDee);
    await dee.getByRole("button", { name: "Decline and Delete" }).click();
    await dee.getByRole("heading", { name: "Invitation Declined" }).waitFor();
    const olga = await newcomer();
    await olga.goto(toOlga);
    await olga.getByRole("heading", { name: "Welcome, Olga" }).waitFor();

    // With a mail server, waiting mails are sent, and one address turns out not to exist.
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
    origin = await start(stage, 1, mail);
    await expect.poll(() => numbersOn(page, origin)).toEqual([
      "1 Waiting",
      "1 Opened",
      "1 Joined",
      "1 Declined",
      "1 Bounced",
    ]);
    await expect.poll(() => mailed(invitationSubject)).toEqual([
      "olga@example.com",
      "wanda@example.com",
    ]);
    await numbersOn(page, origin);
    expect(await waiting.count()).toBe(0);
    await expectFine(page, "invitations");
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
      const list = page.getByRole("region", { name: `${state} (1)` });
      expect(await list.getByRole("heading", { level: 3 }).allTextContents()).toEqual([name]);
    }

    // A week later, staff sign in again, and remind people who have not answered.
    origin = await start(stage, 8, mail);
    await page.goto(`${origin}/program/invitations`);
    await logIn(page, username, password);
    await page.getByText("Send reminders to 2 people").first().click();
    await expectFineAtBothSizes(page, "reminders");
    await page.getByRole("button", { name: "Send reminders to 2 people" }).click();
    await page.getByText("Sending 2 reminders").first().waitFor();
    expect(await page.getByRole("button", { name: "Send reminders" }).count()).toBe(0);
    const twice = [
      "olga@example.com",
      "olga@example.com",
      "wanda@example.com",
      "wanda@example.com",
    ];
    await expect.poll(() => mailed(invitationSubject)).toEqual(twice);
    expect(complaintsOfAll.flat()).toEqual([]);
  });
});
