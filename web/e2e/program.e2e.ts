import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { beforeAll, expect, it } from "vitest";
import { complaintsOf, describeInBrowser } from "../testing/browser.ts";
import { examined, expectFine, phone } from "./faults.ts";
import { stageForTests } from "./product.ts";

const environment = { CADRE_CODE: "a code" };
const stage = stageForTests({ profiles: 40, connections: 120, environment });
let page: Page;
let complaints: readonly string[];

const onPhone = { ...phone, ...examined };
const staff = { role: "cadre", cadreCode: "a code", ...onPhone } as const;

/** A cadre member with a phone, and without a shell. */
describeInBrowser("the program's pages", () => {
  beforeAll(async () => {
    ({ page } = await stage.member({ ...staff, firstName: "Stan", lastName: "Okafor" }));
    complaints = complaintsOf(page);
  });

  it("show insights from Home, with charts, tables and files", async () => {
    await page.goto("/");
    await page.getByRole("link", { name: "Insights" }).click();
    // They are prepared in the background, and the page reloads by itself.
    await page.getByRole("heading", { name: /^Cycle \d{4}/ }).first().waitFor();
    await page.getByRole("img", { name: /^Chart: By month/ }).first().waitFor();
    await page.getByText("All tables, and what their figures mean").click();
    await page.getByRole("heading", { name: "At a glance" }).first().waitFor();
    await expectFine(page, "insights");
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name: "Spreadsheet (CSV)" }).click(),
    ]);
    expect(file.suggestedFilename()).toMatch(/^cycle-\d{4}\.csv$/);
    expect(await readFile(await file.path(), "utf8")).toMatch(/^table,row,column,value\r\n/);
    await page.getByRole("link", { name: "Version to share (small numbers hidden)" }).click();
    await page.getByRole("heading", { name: /version to share$/ }).waitFor();
    // The charts are those of the previous page.
    await expectFine(page, "version to share", {
      within: "section:has(> #insights-title)",
      isDarkToo: false,
    });
    expect(complaints).toEqual([]);
  });

  it("give and remove staff access, and ask first", async () => {
    await stage.member({ ...staff, firstName: "Sam", lastName: "Ortiz" });
    await page.goto("/program");
    await expectFine(page, "program");
    await page.emulateMedia({ forcedColors: "active" });
    await page.getByText(/^Program: /).click();
    const here = page.getByRole("navigation", { name: "Program" }).locator("[aria-current]");
    expect(await here.evaluate((tab) => getComputedStyle(tab).outlineStyle)).toBe("solid");
    await page.emulateMedia({ forcedColors: "none" });
    await expectFine(page, "menu");
    await page.getByRole("link", { name: "Remove staff access: Sam Ortiz" }).click();
    await page.getByRole("heading", { name: "Remove Sam Ortiz's staff access?" }).waitFor();
    await expectFine(page, "asked");
    await page.getByRole("button", { name: "Remove staff access" }).click();
    await page.getByText("Staff access removed").first().waitFor();
    await page.goto("/program");
    await page.getByRole("row", { name: /Sam Ortiz .*Not staff yet/ }).waitFor();
    expect(complaints).toEqual([]);
  });

  it("invite one person, and many from a file with its own columns", async () => {
    await page.goto("/program/invitations");
    await page.getByLabel("First Name").fill("Kim");
    await page.getByLabel("Last Name").fill("Lee");
    await page.getByLabel("Email").fill("kim@example.com");
    await page.getByRole("button", { name: "Send Invitation" }).click();
    await page.getByRole("heading", { name: "Kim Lee" }).waitFor();
    await page.getByText("Invitation waiting").first().waitFor();
    await expectFine(page, "invitations");

    await page.getByRole("link", { name: "Import a spreadsheet" }).click();
    const text = "Whom,Clan,Post\nPat,Reed,pat@example.com\nZoë,Wu,zoe@example.com\n,,nobody\n";
    const file = { name: "alumni.csv", mimeType: "text/csv", buffer: Buffer.from(text) };
    await page.locator("#import-file").setInputFiles(file);
    await page.getByRole("button", { name: "Check Spreadsheet" }).click();
    await page.getByText("Row with the column titles").waitFor();
    await expectFine(page, "columns");
    await page.getByLabel("Row with the column titles").selectOption("0");
    await page.getByRole("button", { name: "Check spreadsheet again" }).click();
    await page.getByLabel("Whom").selectOption("firstName");
    await page.getByLabel("Clan").selectOption("lastName");
    await page.getByLabel("Post").selectOption("email");
    await page.getByRole("button", { name: "Check spreadsheet again" }).click();
    await page.getByText("2 people will be invited").waitFor();
    await expectFine(page, "checked");
    await page.getByRole("button", { name: "Invite 2 people" }).click();
    await page.getByText("2 people were invited").waitFor();
    await expectFine(page, "imported");
    await stage.mailedLink("zoe@example.com", "/invitation");
    expect(complaints).toEqual([]);
  });

  it("have dates in the reader's own zone", async () => {
    // A zone in which today's date differs from UTC.
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

  it("change texts and choices for every member, and announce it on Home", async () => {
    await page.goto("/program/settings");
    await page.getByLabel("New help topic").fill("Drones");
    await page.getByRole("button", { name: "Add topic" }).click();
    await page.getByText("Help topic added", { exact: true }).waitFor();
    await page.getByText("Rename: Drones").click();
    await page.getByLabel("New name").fill("Networking");
    await page.getByRole("button", { name: "Rename: Drones" }).click();
    await page.getByText("A topic with this name already exists").first().waitFor();
    await expectFine(page, "refused");
    await page.getByLabel("New name").fill("Unmanned Aircraft");
    await page.getByRole("button", { name: "Rename: Drones" }).click();
    await page.getByText("Help topic renamed", { exact: true }).waitFor();
    await page.getByLabel("Announcement text").fill("Dining-in on Friday");
    const until = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10);
    await page.getByLabel("Until").fill(until);
    await page.getByRole("button", { name: "Post announcement" }).click();
    await page.getByText(/^Shown until/).waitFor();
    await expectFine(page, "announced");
    await page.goto("/");
    await page.getByRole("heading", { name: "Announcement" }).waitFor();
    await page.getByText("Dining-in on Friday").waitFor();
    await expectFine(page, "home");
    expect(complaints).toEqual([]);
  });

  it("find every member, and show the history", async () => {
    await page.goto("/program/everybody");
    await page.getByRole("searchbox", { name: "Name" }).fill("kim");
    await page.getByLabel("State").selectOption("invited");
    await page.getByRole("button", { name: "Find" }).click();
    await page.getByRole("heading", { name: "1 person" }).waitFor();
    await expectFine(page, "everybody");
    await page.getByRole("link", { name: "Kim Lee" }).click();
    await page.getByRole("heading", { name: "Kim Lee" }).waitFor();
    await expectFine(page, "person");
    await page.getByText(/^Program: /).click();
    await page.getByRole("link", { name: "History" }).click();
    await page.getByText("Stan Okafor invited 2 people").waitFor();
    await expectFine(page, "history");
    expect(complaints).toEqual([]);
  });
});
