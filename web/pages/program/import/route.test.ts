import { describe, expect, it, vi } from "vitest";
import { staffSite } from "../../../testing/staff-site.ts";
import { someone } from "../../../../api/testing/app.ts";
import { expectAnswer, expectTexts } from "../../../testing/expect-answer.ts";
import {
  workbookOf,
  workbookParts,
} from "../../../../api/features/invitations/sheets/testing/workbooks.ts";
import { zipOf } from "../../../../api/features/invitations/sheets/testing/zip-files.ts";
import { template } from "../../../../api/features/invitations/rows/columns.ts";
import { textsOf } from "../../../testing/read-html.ts";

const path = "/program/import";
const header = "Email,First name,Last name";

const tableOf = (...lines: readonly string[]) =>
  new File([lines.join("\n")], "alumni.csv", { type: "text/csv" });
const fileOf = (...rows: readonly string[]) => tableOf(header, ...rows);

async function given() {
  const site = await staffSite();
  const { testApp, stan, read } = site;
  const page = () => site.page(path);
  const post = (form: Readonly<Record<string, string | File>>) => site.post(path, form);
  /** Resolves once the started import has ended. */
  const over = async () => {
    await expect.poll(page, { interval: 20 }).not.toContain("import-progress");
    return await page();
  };
  /** Imports the uploaded file. */
  const start = async () => {
    await post({ does: "start" });
    return await over();
  };
  const invited = async () =>
    (await testApp.database.read(
      `SELECT 1 FROM events
       WHERE type = 'MemberRegistered' AND actor_id = ? AND actor_id <> stream`,
      [stan.memberId],
    )).length;
  return { ...site, site, read, page, post, over, start, invited };
}

describe("a file of people", () => {
  it("doesn't prefill a sentence that was meant for one person", async () => {
    const { page, post, site } = await given();
    const words = "Ann, I was your S3 in 2009.";
    const one = {
      does: "invite",
      email: "ann@example.com",
      firstName: "Ann",
      lastName: "Lee",
      words,
    };
    expect((await site.post("/program/invitations", one)).status).toBe(303);
    expect(await site.page("/program/invitations")).toContain(words);
    await post({ file: fileOf("pat@example.com,Pat,Reed") });
    expect(await page()).toContain("Your sentence (optional)");
    expect(await page()).not.toContain("your S3");
  });

  it("is checked first, then imported, and has a report", async () => {
    const { stan, testApp, read, page, post, over, invited, start } = await given();
    const file = fileOf(
      "pat@example.com,Pat,Reed",
      "nobody,Noel,Body",
      "stan@example.com,Stan,Doe",
      "kim@example.com,=Kim,Lee",
    );
    expect((await post({ file })).status).toBe(303);
    const checked = await page();
    expect(checked).toContain(
      "2 people will be invited. 1 has an email address that we couldn&#x27;t read. " +
        "1 is here or was invited already.",
    );
    // Rows that need attention come first.
    const rows = [...checked.matchAll(/<th[^>]*>(\d+)<\/th><td[^>]*><bdi>([^<]*)/g)];
    expect(rows.map(([, row, name]) => [row, name])).toEqual([
      ["3", "Noel Body"],
      ["2", "Pat Reed"],
      ["5", "=Kim Lee"],
      ["4", "Stan Doe"],
    ]);
    expect(checked).toContain("We couldn&#x27;t read an email address in “nobody”");
    expect(checked).toMatch(/<bdi>Pat Reed<\/bdi><bdi[^>]*>pat@example.com</);
    expect(await invited()).toBe(0);

    const words = "I was your S3 in 2009.";
    const shown = await post({ does: "preview", words });
    expect(shown.html).toContain(`<blockquote class="invitation-quote">${words}</blockquote>`);
    expect((await post({ does: "start", words: "x".repeat(301) })).status).toBe(422);
    expect(await invited()).toBe(0);
    expect((await post({ does: "start", words })).status).toBe(303);
    expect(await over()).toContain("2 people were invited.");
    await testApp.settled();
    const first = testApp.mails.find(({ to }) => to === "pat@example.com");
    expect(first?.text).toContain(`> ${words}`);
    expect(await invited()).toBe(2);
    const { html: report } = await read(`${path}/report.csv`, stan.session());
    expect(report.split("\r\n")).toEqual([
      "\ufeffRow,Name,Email,Result,Details",
      "2,Pat Reed,pat@example.com,Invited,",
      "3,Noel Body,,We couldn't read an email address in “nobody”,",
      "4,Stan Doe,stan@example.com,Is here or was invited already,",
      "5,'=Kim Lee,kim@example.com,Invited,",
      "",
    ]);
    // Importing it again invites no one, since it finds them all.
    await post({ does: "start" });
    await post({ does: "forget" });
    await post({ file: fileOf("pat@example.com,Pat,Reed", "kim@example.com,Kim,Lee") });
    expect(await page()).toContain("0 people will be invited.");
    await start();
    expect(await invited()).toBe(2);
  });

  it("invites no one who died or opted out, and lists rows that need attention first", async () => {
    const { page, post, start } = await given();
    const rows = [
      "pat@example.com,Pat Reed,CPT,Active Duty,No",
      "kim@example.com,Kim Lee,CPT,Deceased,No",
      "sam@example.com,Sam Poe,CPT,Active Duty,Yes",
    ];
    await post({ file: tableOf("Email,Name,Rank,Status,Email Opt Out", ...rows) });
    const html = await page();
    expectTexts(html, [
      "1 isn&#x27;t invited because they have died.",
      "1 isn&#x27;t invited because they asked not to be contacted.",
      "Not invited. Has died: Status: “Deceased”",
      "Not invited. Asked not to be contacted: Email Opt Out: “Yes”",
    ]);
    expect(html.lastIndexOf("<bdi>Kim Lee")).toBeLessThan(html.lastIndexOf("<bdi>Pat Reed"));
    expect(await start()).toContain("1 person was invited.");
  });

  it("invites no one in a hidden row, and says how to include them", async () => {
    const { page, post, start } = await given();
    const row = (marks: string, ...cells: readonly string[]) =>
      `<row${marks}>${cells.map((cell) => `<c t="str"><v>${cell}</v></c>`).join("")}</row>`;
    const rows = row("", "Name", "Email") + row("", "Pat Reed", "pat@example.com") +
      row(' hidden="1"', "Kim Lee", "kim@example.com");
    await post({ file: new File([workbookOf(rows).slice()], "list.xlsx") });
    expectTexts(await page(), [
      ...["1 isn&#x27;t invited because their row is hidden or struck out.", "<bdi>Kim Lee</bdi>"],
      ...[
        "Not invited. This row is hidden in the spreadsheet",
        "show these rows or remove the line",
      ],
    ]);
    expect(await start()).toContain("1 person was invited.");
  });

  it("names the sheet shown, and the one that was imported", async () => {
    const { page, post, start } = await given();
    const xml = (name: string) =>
      `<sheetData>${
        [["Name", "Email"], [`${name} Reed`, `${name}@example.com`]].map((cells) =>
          `<row>${cells.map((cell) => `<c t="str"><v>${cell}</v></c>`).join("")}</row>`
        ).join("")
      }</sheetData>`;
    const sheets = [{ name: "2007", xml: xml("Pat") }, { name: "2008", xml: xml("Kim") }];
    await post({ file: new File([zipOf(workbookParts(sheets)).slice()], "list.xlsx") });
    const plain = (html: string) => html.replace(/<!-- -->|<\/?bdi>/g, "");
    expect(plain(await page())).toContain("the people in the sheet “2007”, one of 2.");
    await post({ does: "choose", sheet: "1" });
    expect(plain(await page())).toContain("the people in the sheet “2008”, one of 2.");
    expect(plain(await start())).toContain("This was the sheet “2008”, one of 2.");
  });

  it.each([
    ["a column", "alumni.csv", "Email,Name,Unsubscribed at\npat@example.com,Pat Reed,2024-03-01"],
    ["its name", "unsubscribed_members_export_1.csv", "Email,Name\npat@example.com,Pat Reed"],
    ["its name", "Do not contact.csv", "Email,Name\npat@example.com,Pat Reed"],
  ])("asks first where everyone opted out, by %s: %s", async (_, name, text) => {
    const { page, post, invited } = await given();
    await post({ file: new File([text], name) });
    expectTexts(await page(), [
      "0 people will be invited.",
      "Everyone in this spreadsheet asked not to be contacted",
      "Include 1 person who opted out",
    ], ["We found no email addresses", 'value="start"']);
    await post({ does: "start" });
    expect(await invited()).toBe(0);
  });

  it("says that an email bounced, not that its recipient opted out", async () => {
    const { page, post } = await given();
    const rows = [
      "Email,Name,Email Status",
      "pat@example.com,Pat Reed,Bounced",
      "kim@example.com,Kim Lee,Unsubscribed",
      "sam@example.com,Sam Poe,Hard bounce",
    ];
    await post({ file: tableOf(...rows) });
    expectTexts(await page(), [
      "1 isn&#x27;t invited because they asked not to be contacted.",
      "2 aren&#x27;t invited because email to them came back.",
      "Not invited. Email to them came back: Email Status: “Bounced”",
      "Not invited. Asked not to be contacted: Email Status: “Unsubscribed”",
      "asked not to be contacted, or email to them came back",
      "Include 3 people anyway",
    ]);
  });

  it("includes people who opted out if staff say so, but no one who died", async () => {
    const { page, post, start, invited } = await given();
    expect(await page()).toContain("except people who have died or asked not to be contacted");
    const rows = ["Email,Name,Email Opt Out,Deceased", "pat@example.com,Pat Reed,Yes,"];
    await post({ file: tableOf(...rows, "kim@example.com,Kim Lee,Yes,Yes") });
    await post({ does: "include" });
    expectTexts(await page(), [
      "1 person will be invited.",
      "1 isn&#x27;t invited because they have died.",
      "People who asked not to be contacted are included, as you chose.",
    ]);
    await start();
    expect(await invited()).toBe(1);
  });

  it("can have columns with other titles, which are remembered, and a header further down", async () => {
    const { testApp, stan, page, post } = await given();
    const text = "x,y,z,w\nPost,Given,Family,Wherever\npat@example.com,Pat,Reed,Waco\n";
    const file = new File([text], "list.csv");
    await post({ file });
    expect((await post({ does: "choose", header: "1" })).status).toBe(303);
    const titled = await page();
    expect(titled).toContain("<bdi>Wherever</bdi>");
    expect(textsOf(titled, "p")).toContain("Waco");
    const choices = { "column-0": "email", "column-1": "firstName", "column-2": "lastName" };
    const chosen = await post({ does: "choose", header: "1", ...choices, "column-3": "location" });
    expect(chosen.cookies).toMatch(/^columns=.*Path=\/program; HttpOnly/);
    expect(await page()).toContain("1 person will be invited.");

    await post({ does: "forget" });
    const cookie = /columns=[^;]+/.exec(chosen.cookies ?? "")?.[0];
    expect(decodeURIComponent(cookie ?? "")).toContain('"Wherever":"location"');
    const rows = text.split("\n").slice(1).join("\n");
    const opened = await testApp.product.imports.open(
      stan.memberId,
      new TextEncoder().encode(rows),
      { Wherever: "location", Post: "email" },
    );
    expect(opened.columns.map(({ field }) => field)).toContain("location");
  });

  it("is refused with advice", async () => {
    const { page, post } = await given();
    const bad = await post({ file: new File([" \n"], "list.csv") });
    expect(bad.html).toContain("That didn&#x27;t work");
    expect((await post({ file: new File([], "") })).html).toContain("Choose a file");
    const large = new File([`${header}\n${"x".repeat(10_100_000)}`], "large.csv");
    expectAnswer(await post({ file: large }), 413, "larger than 10 MB. Delete");
    for (const does of ["start", "choose", "anything"]) {
      expect((await post({ does })).status).toBeGreaterThanOrEqual(400);
    }
    expect(await page()).toContain("Check Spreadsheet");
  });

  it("explains where to look if it has no address", async () => {
    const { page, post } = await given();
    await post({ file: new File(["Name,Year\nPat Reed,2007\n"], "list.csv") });
    const html = await page();
    expect(html).toContain("0 people will be invited. 1 has no email address.");
    expect(html).toContain("We found no email addresses");
    expect(html).not.toContain('value="start"');
  });

  it("continues after an interruption when it is chosen again, and invites no one twice", async () => {
    const { testApp, stan, read, page, post, over, invited, start } = await given();
    const rows = Array.from({ length: 25 }, (_, at) => `p${at}@example.com,Pat,Reed`);
    await post({ file: fileOf(...rows) });
    // Two batches of ten people each.
    const executeAll = testApp.members.executeAll.bind(testApp.members);
    let batches = 0;
    vi.spyOn(testApp.members, "executeAll").mockImplementation((...work) =>
      ++batches === 2 ? Promise.reject(new Error("the disk is full")) : executeAll(...work)
    );
    await post({ does: "start" });
    const failed = await over();
    vi.restoreAllMocks();
    expect(failed).toContain("The import stopped early");
    expect(failed).toContain("10 people were invited. 15 people will be invited.");
    expect(failed).not.toContain("the disk is full");
    const { html: report } = await read(`${path}/report.csv`, stan.session());
    expect(report.match(/,Invited,/g)).toHaveLength(10);
    expect(report.match(/,Will be invited,/g)).toHaveLength(15);
    expect(await invited()).toBe(10);
    await post({ does: "forget" });
    await post({ file: fileOf(...rows) });
    expect(await page()).toContain("15 people will be invited. 0 have no email address. 10 are");
    await start();
    expect(await invited()).toBe(25);
  });

  it("waits for staff whose session ended between Check and Invite", async () => {
    const { stan, read, send, page, post, start, invited } = await given();
    await post({ file: fileOf("pat@example.com,Pat,Reed") });
    const old = stan.session();
    await stan.post("/api/logout");
    const refused = await send(path, { does: "start" }, old);
    expect([refused.status, refused.location]).toEqual([303, "/"]);
    expect(refused.cookies).toContain(`return-to=${path}`);
    expect(refused.cookies).toContain("Your session has ended");
    await stan.post("/api/login", { username: "stan", password: someone.password });
    const returning = `${stan.session()}; return-to=${encodeURIComponent(path)}`;
    expect((await read("/", returning)).location).toBe(path);
    expect(await page()).toContain("Invite 1 person");
    await start();
    expect(await invited()).toBe(1);
  });

  it("is visible to no one else", async () => {
    const { testApp, staff, read, post, page } = await given();
    await post({ file: fileOf("pat@example.com,Pat,Reed") });
    const vera = await staff("Vera");
    expect((await read(path, vera.session())).html).not.toContain("Pat Reed");
    const ada = await testApp.member({ role: "alumni" });
    for (const address of [path, `${path}/report.csv`, `${path}/alumni.csv`]) {
      expect((await read(address, ada.session())).status).toBe(404);
    }
    expect(await page()).toContain("Pat Reed");
  });

  it("invites with another username if someone, or another row, has it", async () => {
    const { testApp, post, start } = await given();
    await testApp.member({ role: "alumni", username: "uma" });
    const rows = ["Email,First name,Last name,Username", "pat@example.com,Pat,Reed,UMA"];
    rows.push("kim@example.com,Kim,Lee,kimlee", "lee@example.com,Lee,Kim,kim.lee");
    await post({ file: tableOf(...rows, "victim@example.com,Vic,Tim,") });
    const html = await start();
    expectTexts(html, ["4 people were invited", "Username: “UMA” was taken as UMA2"]);
  });

  it("can contain the program's own help topics", async () => {
    const { testApp, stan, post, start } = await given();
    const origin = { requestId: "test", ip: "192.0.2.1" };
    const { settings } = testApp.product;
    await settings.execute(stan.memberId, { type: "AddTopic", label: "Drones" }, origin);
    const rows = [
      "Email,First name,Last name,Class year,Rank,Army branch,MOS,Help topics",
      "pat@example.com,Pat,Reed,2012,CPT,Aviation,15A,drones|Networking",
      "kim@example.com,Kim,Lee,2012,CPT,Aviation,15A,Dronez",
    ];
    await post({ file: tableOf(...rows) });
    expect(await start()).toContain("Help topics: “Dronez” was left out");
    const pat = await testApp.readModel.members.byEmail("pat@example.com");
    expect(pat?.profile?.helpTopics).toEqual(["Drones", "Networking"]);
  });
});

/** As many people as allowed, with every known column, and as many further columns as possible. */
function largestFile(): string {
  const [header = "", example = ""] = template().trimEnd().split("\n");
  const more = 60 - header.split(",").length;
  const lines = [`${header},${Array.from({ length: more }, (_, at) => `More ${at}`).join()}`];
  const rest = `,${Array.from({ length: more }, () => "filler").join()}`;
  for (let at = 1; at < 5_000; at++) {
    lines.push(example.replace("pat.doe@", `pat.doe${at}@`) + rest);
  }
  return lines.join("\n");
}

it("shows only the first rows of the largest file, and stays small", async () => {
  const { post, page } = await given();
  expect((await post({ file: tableOf(largestFile()) })).status).toBe(303);
  const html = await page();
  expect(html).toContain("4,999 people will be invited.");
  expect(html).toContain("Showing the first 200.");
  expect(html.length).toBeLessThan(300_000);
});

it("cuts a long header so that it can still be told from others", async () => {
  const { post, page } = await given();
  await post({
    file: tableOf(
      `Email,First name,Last name,${"Shoe size ".repeat(900)}\npat@example.com,Pat,Doe,44\n`,
    ),
  });
  const html = await page();
  expect(html).toContain("Shoe size");
  expect(html.split("Shoe size").length).toBeLessThan(60);
});
