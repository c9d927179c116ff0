import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { browserTests, chromiumPath, complaintsOf } from "../testing/browser.ts";
import { faults } from "./faults.ts";
import { openStage, signUp, type Stage } from "./product.ts";

let stage: Stage;
let page: Page;
let complaints: readonly string[];

// axe runs in the page as a script of its own, which the pages' policy rightly refuses.
const phone = { viewport: { width: 360, height: 740 }, bypassCSP: true };
const slowly = { timeout: 120_000 };

/** A cadre member with a phone and no shell. */
describe.skipIf(chromiumPath === undefined)(`the program's pages ${browserTests}`, () => {
  beforeAll(async () => {
    const environment = { CADRE_CODE: "a code" };
    stage = await openStage({ profiles: 40, connections: 120, environment });
    const staff = await stage.visitor(phone);
    const stan = {
      username: "stan",
      firstName: "Stan",
      lastName: "Okafor",
      role: "cadre",
    } as const;
    await signUp(staff, stage.origin, { ...stan, cadreCode: "a code" });
    page = await staff.newPage();
    complaints = complaintsOf(page);
  }, 60_000);
  afterAll(() => stage?.close());

  it("show insights from Home, with charts, tables and files", slowly, async () => {
    await page.goto("/");
    await page.getByRole("link", { name: "Insights" }).click();
    // They are made beside requests; the page looks again by itself.
    await page.getByRole("heading", { name: /^Cycle \d{4}/ }).first().waitFor({ timeout: 30_000 });
    await page.getByRole("img", { name: /^Chart: By month/ }).first().waitFor();
    await page.getByText("All tables, and what their figures mean").click();
    await page.getByRole("heading", { name: "At a glance" }).first().waitFor();
    expect(["insights", await faults(page)]).toEqual(["insights", []]);
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name: "Spreadsheet (CSV)" }).click(),
    ]);
    expect(file.suggestedFilename()).toMatch(/^cycle-\d{4}\.csv$/);
    expect(await readFile(await file.path(), "utf8")).toMatch(/^table,row,column,value\r\n/);
    await page.getByRole("link", { name: "To pass on" }).click();
    await page.getByRole("heading", { name: /to pass on$/ }).waitFor();
    expect(["to pass on", await faults(page)]).toEqual(["to pass on", []]);
    expect(complaints).toEqual([]);
  });

  it("give and remove staff access, and ask first", slowly, async () => {
    await signUp(await stage.visitor(phone), stage.origin, {
      username: "sam",
      firstName: "Sam",
      lastName: "Ortiz",
      role: "cadre",
      cadreCode: "a code",
    });
    await page.goto("/program");
    expect(["program", await faults(page)]).toEqual(["program", []]);
    await page.getByRole("link", { name: "Remove staff access: Sam Ortiz" }).click();
    await page.getByRole("heading", { name: "Remove Sam Ortiz's staff access?" }).waitFor();
    expect(["asked", await faults(page)]).toEqual(["asked", []]);
    await page.getByRole("button", { name: "Remove staff access" }).click();
    await page.getByText("Staff access removed").first().waitFor();
    await page.goto("/program");
    await page.getByRole("row", { name: /Sam Ortiz .*Not staff yet/ }).waitFor();
    expect(complaints).toEqual([]);
  });

  it("invite one person, and many from a file with its own columns", slowly, async () => {
    await page.goto("/program/invitations");
    await page.getByLabel("First Name").fill("Kim");
    await page.getByLabel("Last Name").fill("Lee");
    await page.getByLabel("Email").fill("kim@example.com");
    await page.getByRole("button", { name: "Send Invitation" }).click();
    await page.getByRole("heading", { name: "Kim Lee" }).waitFor();
    await page.getByText("Invitation waiting").first().waitFor();
    expect(["invitations", await faults(page)]).toEqual(["invitations", []]);

    await page.getByRole("link", { name: "Import a spreadsheet" }).click();
    const text = "Whom,Clan,Post\nPat,Reed,pat@example.com\nZoë,Wu,zoe@example.com\n,,nobody\n";
    const file = { name: "alumni.csv", mimeType: "text/csv", buffer: Buffer.from(text) };
    await page.locator("#import-file").setInputFiles(file);
    await page.getByRole("button", { name: "Check Spreadsheet" }).click();
    await page.getByText("Row with the column titles").waitFor();
    expect(["columns", await faults(page)]).toEqual(["columns", []]);
    await page.getByLabel("Row with the column titles").selectOption("0");
    await page.getByRole("button", { name: "Check spreadsheet again" }).click();
    await page.getByLabel("Whom").selectOption("firstName");
    await page.getByLabel("Clan").selectOption("lastName");
    await page.getByLabel("Post").selectOption("email");
    await page.getByRole("button", { name: "Check spreadsheet again" }).click();
    await page.getByText("2 people will be invited").waitFor();
    expect(["checked", await faults(page)]).toEqual(["checked", []]);
    await page.getByRole("button", { name: "Invite 2 people" }).click();
    await page.getByText("2 people were invited").waitFor({ timeout: 30_000 });
    expect(["imported", await faults(page)]).toEqual(["imported", []]);
    const mailed = async () => (await stage.mailsTo("zoe@example.com")).join();
    await expect.poll(mailed, { timeout: 20_000 }).toContain("/invitation");
    expect(complaints).toEqual([]);
  });

  it("have dates of the reader's own zone", slowly, async () => {
    // Where today's date is another one than in UTC.
    const timeZone = new Date().getUTCHours() < 11 ? "Pacific/Pago_Pago" : "Pacific/Kiritimati";
    const abroad = await stage.visitor({ timezoneId: timeZone });
    await abroad.addCookies(await page.context().cookies());
    const reader = await abroad.newPage();
    const format = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeZone });
    for (const path of ["/program", "/program/invitations"]) {
      await reader.goto(path);
      const { times, rest } = await reader.locator("main").evaluate((main) => {
        const all = [...main.querySelectorAll("time")];
        const times = all.map(({ textContent, dateTime }) => ({ textContent, dateTime }));
        for (const time of all) time.remove();
        return { times, rest: main.textContent };
      });
      expect([path, rest]).toEqual([path, expect.not.stringMatching(/[A-Z][a-z]{2} \d+, 20\d\d/)]);
      expect(times).toContainEqual(
        expect.objectContaining({ textContent: format.format(new Date()) }),
      );
      for (const { textContent, dateTime } of times) {
        expect(textContent).toBe(format.format(new Date(dateTime)));
      }
    }
  });

  it("set what every member reads and chooses, and say so on Home", slowly, async () => {
    await page.goto("/program/settings");
    expect(["settings", await faults(page)]).toEqual(["settings", []]);
    await page.getByLabel("New help topic").fill("Drones");
    await page.getByRole("button", { name: "Add topic" }).click();
    await page.getByText("Help topic added", { exact: true }).waitFor();
    await page.getByText("Rename: Drones").click();
    await page.getByLabel("New name").fill("Networking");
    await page.getByRole("button", { name: "Rename: Drones" }).click();
    await page.getByText("A topic with this name already exists").first().waitFor();
    expect(["refused", await faults(page)]).toEqual(["refused", []]);
    await page.getByLabel("New name").fill("Unmanned Aircraft");
    await page.getByRole("button", { name: "Rename: Drones" }).click();
    await page.getByText("Help topic renamed", { exact: true }).waitFor();
    await page.getByLabel("Announcement text").fill("Dining-in on Friday");
    const until = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10);
    await page.getByLabel("Until").fill(until);
    await page.getByRole("button", { name: "Post announcement" }).click();
    await page.getByText(/^Shown until/).waitFor();
    expect(["announced", await faults(page)]).toEqual(["announced", []]);
    await page.goto("/");
    await page.getByRole("heading", { name: "Announcement" }).waitFor();
    await page.getByText("Dining-in on Friday").waitFor();
    expect(["home", await faults(page)]).toEqual(["home", []]);
    expect(complaints).toEqual([]);
  });

  it("find every member, and say what was done", slowly, async () => {
    await page.goto("/program/everybody");
    await page.getByRole("searchbox", { name: "Name" }).fill("kim");
    await page.getByLabel("State").selectOption("invited");
    await page.getByRole("button", { name: "Find" }).click();
    await page.getByRole("heading", { name: "1 person" }).waitFor();
    expect(["everybody", await faults(page)]).toEqual(["everybody", []]);
    await page.getByRole("link", { name: "Kim Lee" }).click();
    await page.getByRole("heading", { name: "Kim Lee" }).waitFor();
    expect(["person", await faults(page)]).toEqual(["person", []]);
    await page.getByRole("link", { name: "History" }).click();
    await page.getByText("Stan Okafor invited 2 people").waitFor();
    expect(["history", await faults(page)]).toEqual(["history", []]);
    expect(complaints).toEqual([]);
  });
});
