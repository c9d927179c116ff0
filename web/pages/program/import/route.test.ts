import { describe, expect, it, vi } from "vitest";
import { realSiteForTest } from "../../../testing/real-site.ts";

const path = "/program/import";
const header = "Email,First name,Last name";

function fileOf(...rows: readonly string[]): File {
  return new File([[header, ...rows].join("\n")], "alumni.csv", { type: "text/csv" });
}

async function given() {
  const { testApp, read, send } = await realSiteForTest({ cadreCode: "code" });
  const stan = await testApp.member({ role: "cadre", cadreCode: "code" });
  const page = async () => (await read(path, stan.session())).html;
  const post = (form: Readonly<Record<string, string | File>>) => send(path, form, stan.session());
  /** Resolves once the import that was started is over. */
  async function over(): Promise<string> {
    for (;;) {
      const html = await page();
      if (!html.includes("import-progress")) return html;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
  const registered = async () =>
    (await testApp.databases.events.read(
      "SELECT actor_id FROM events WHERE type = 'MemberRegistered' AND actor_id = ?",
      [stan.memberId],
    )).length;
  // Their own registration.
  const own = await registered();
  const invited = async () => await registered() - own;
  return { testApp, stan, read, page, post, over, invited };
}

describe("a file of people", () => {
  it("is checked first, then imported, and has a report", async () => {
    const { stan, read, page, post, over, invited } = await given();
    const file = fileOf(
      "pat@example.com,Pat,Reed",
      "nobody,No,Body",
      "member1@example.com,Stan,Doe",
      "kim@example.com,=Kim,Lee",
    );
    expect((await post({ file })).status).toBe(303);
    const checked = await page();
    expect(checked).toContain("2 people would be invited");
    expect(checked).toContain(", 1 person with an account left alone, 1 row is skipped");
    expect(checked).toContain("Skipped: Email: Invalid email address");
    expect(await invited()).toBe(0);

    expect((await post({ does: "start" })).status).toBe(303);
    expect(await over()).toContain("2 people are invited");
    expect(await invited()).toBe(2);
    const { html: report } = await read(`${path}/report.csv`, stan.session());
    expect(report.split("\r\n")).toEqual([
      "\ufeffRow,Name,Outcome",
      "2,Pat Reed,Invited",
      "3,,Skipped: Email: Invalid email address",
      '4,Stan Doe,"Has an account already, left alone"',
      "5,'=Kim Lee,Invited",
      "",
    ]);
    // Once more does nothing; the same file finds all of them.
    await post({ does: "start" });
    await post({ does: "forget" });
    await post({ file: fileOf("pat@example.com,Pat,Reed", "kim@example.com,Kim,Lee") });
    expect(await page()).toContain("0 people would be invited");
    expect(await invited()).toBe(2);
  });

  it("may call its columns otherwise, which is remembered", async () => {
    const { testApp, stan, page, post } = await given();
    const text = "Mail,Given,Family,Social Class Year\npat@example.com,Pat,Reed,2014\n";
    const file = new File([text], "list.csv");
    await post({ file });
    expect(await page()).toContain("There is no column &quot;First name&quot;");
    const choices = { "column-0": "email", "column-1": "firstName", "column-2": "lastName" };
    const chosen = await post({ does: "choose", ...choices, "column-3": "classYear" });
    expect(chosen.headers.get("Set-Cookie")).toMatch(/^columns=.*Path=\/program; HttpOnly/);
    const html = await page();
    expect(html).toContain("1 person would be invited");
    expect(html).toContain("no profile: Rank is required");

    await post({ does: "forget" });
    const cookie = /columns=[^;]+/.exec(chosen.headers.get("Set-Cookie") ?? "")?.[0];
    const remembered = { Given: "firstName", Family: "lastName" };
    expect(decodeURIComponent(cookie ?? "")).toContain('"Social Class Year":"classYear"');
    await testApp.product.inviting.open(
      stan.memberId,
      new TextEncoder().encode(text),
      remembered,
    );
    expect(await page()).toContain("1 person would be invited");
  });

  it("is refused with what to do about it", async () => {
    const { page, post } = await given();
    const workbook = new File([new Uint8Array([0x50, 0x4b, 3, 4])], "list.xlsx");
    expect((await post({ file: workbook })).html).toContain("save it as “CSV UTF-8”");
    expect((await post({ file: new File([], "") })).html).toContain("choose a file");
    const large = new File([`${header}\n${"x".repeat(5_300_000)}`], "large.csv");
    const refused = await post({ file: large });
    expect([refused.status, refused.html.includes("more than 5 MB: divide it")])
      .toEqual([413, true]);
    for (const does of ["start", "choose", "anything"]) {
      expect((await post({ does })).status).toBeGreaterThanOrEqual(400);
    }
    expect(await page()).toContain("Check the File");
  });

  it("that broke off goes on when it is chosen again, and invites nobody twice", async () => {
    const { testApp, stan, read, page, post, over, invited } = await given();
    const rows = Array.from({ length: 25 }, (_, at) => `p${at}@example.com,Pat,Reed`);
    await post({ file: fileOf(...rows) });
    // Of ten people each.
    const { executeAll } = testApp.members;
    let batches = 0;
    vi.spyOn(testApp.members, "executeAll").mockImplementation((...work) =>
      ++batches === 2 ? Promise.reject(new Error("the disk is full")) : executeAll(...work)
    );
    await post({ does: "start" });
    const failed = await over();
    vi.restoreAllMocks();
    expect(failed).toContain("The import broke off");
    expect(failed).toContain("10 people are invited. Choose the file again to go on");
    expect(failed).not.toContain("the disk is full");
    const { html: report } = await read(`${path}/report.csv`, stan.session());
    expect(report.match(/,Invited\r/g)).toHaveLength(10);
    expect(report.match(/,Would be invited\r/g)).toHaveLength(15);
    expect(await invited()).toBe(10);
    await post({ does: "forget" });
    await post({ file: fileOf(...rows) });
    expect(await page()).toContain("15 people would be invited");
    await post({ does: "start" });
    await over();
    expect(await invited()).toBe(25);
  });

  it("is nobody else's", async () => {
    const { testApp, stan, read, post } = await given();
    await post({ file: fileOf("pat@example.com,Pat,Reed") });
    const vera = await testApp.member({ role: "cadre", cadreCode: "code" });
    expect((await read(path, vera.session())).html).not.toContain("Pat Reed");
    const ada = await testApp.member({ role: "alumni" });
    for (const address of [path, `${path}/report.csv`, `${path}/alumni.csv`]) {
      expect((await read(address, ada.session())).status).toBe(404);
    }
    expect((await read(path, stan.session())).html).toContain("Pat Reed");
  });

  it("leaves out whose username somebody has, or another row", async () => {
    const { testApp, page, post } = await given();
    await testApp.member({ role: "alumni", username: "uma" });
    const rows = ["Email,First name,Last name,Username", "pat@example.com,Pat,Reed,UMA"];
    rows.push("kim@example.com,Kim,Lee,kimlee", "zoe@example.com,Zoë,Wu,KimLee");
    await post({ file: new File([rows.join("\n")], "alumni.csv", { type: "text/csv" }) });
    const checked = await page();
    expect(checked).toContain("1 person would be invited");
    expect(checked).toContain("Skipped: Username already taken");
    expect(checked).toContain("Skipped: Username: The same as in row 3");
  });

  it("may name help topics of the program's own", async () => {
    const { testApp, stan, post, over } = await given();
    const origin = { requestId: "test", ip: "192.0.2.1" };
    const { settings } = testApp.product;
    await settings.execute(stan.memberId, { type: "AddTopic", label: "Drones" }, origin);
    const rows = [
      "Email,First name,Last name,Class year,Rank,Army branch,MOS,Help topics",
      "pat@example.com,Pat,Reed,2012,CPT,Aviation,15A,drones|Networking",
      "kim@example.com,Kim,Lee,2012,CPT,Aviation,15A,Dronez",
    ];
    await post({ file: new File([rows.join("\n")], "alumni.csv", { type: "text/csv" }) });
    await post({ does: "start" });
    expect(await over()).toContain("Skipped: Help topics: Unknown help topic");
    const pat = await testApp.readModel.members.byEmail("pat@example.com");
    expect(pat?.profile?.helpTopics).toEqual(["Drones", "Networking"]);
  });
});
