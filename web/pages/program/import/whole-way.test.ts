import { describe, expect, it } from "vitest";
import { writtenXlsx } from "../../../../api/invitations/sheets/testing/workbooks.ts";
import { staffSite } from "../../../testing/staff-site.ts";

const path = "/program/import";

/** A table as a person would type it, with `|` between its cells. */
const table = (text: string) =>
  text.trim().split("\n").map((line) => line.split("|").map((cell) => cell.trim()));

const colonel = table(`
Bobcat Battalion Alumni
as of May 2026
|
First|Last|E-mail|Rank|Branch|Commissioned|Status|MOS|Company
Pat|Doe|pat@example.com|Maj.|Engineers|12/15/2007|Active|12A|
Kim|Lee|kim@example.com|1st Lt|Aviation|TBD|AD||
Sam|Poe|sam@example.com|LTC (Ret.)|FA|'98|Retired|13A|Raytheon
Ann|Núñez|ann@example.com|CPT|Signal|2012-05-12|USAR|25A|Acme
Jo|Bo|jo@example.com|???|Underwater|1066|unknown|?|
No|Body||CPT|Armor|2010|||
Total: 6
`);

const programs = {
  "a registrar's export": table(`
LAST NAME|FIRST NAME|MIDDLE|PREF EMAIL ADDR|GRAD TERM|MAJOR
DOE|PATRICIA|ANN|pat@example.com|SP07|History
O'NEILL|KIM||kim@example.com|FA 2012|Math
`),
  "a form's answers": table(`
Timestamp|What is your full name?|What is your email address?|What branch are you in?|What year did you commission?
5/1/2026 10:00:01|Pat Doe|pat@example.com|Aviation!|2007
5/2/2026 11:30:00|Lee, Kim|kim@example.com; kim@army.mil|idk|class of 2012
`),
  "a mail merge": table(`
Name|Address Line|City|State|Cell|Email
LTC (Ret.) Robert “Bob” O'Neill Jr.|1 Main St|Waco|TX|(254) 555-0101|pat@example.com
Kim Lee|2 Oak Ave|Fort Worth|Texas|254.555.0102 x3|Kim Lee <kim@example.com>
`),
  "an export of contacts": table(`
First Name|Last Name|URL|Email Address|Company|Position|Connected On
Pat|Doe|www.linkedin.com/in/pat|pat@example.com|Acme|Engineer|01 May 2020
Kim|Lee|linkedin.com/in/kim?trk=x|kim@example.com|||02 May 2020
`),
  "an S1's roster": table(`
GRADE|NAME|COMPO|BR|MOS|EMAIL|YG
O-4|DOE, PAT A|RA|AV|15A|pat@example.com|2007
O3|LEE, KIM|ARNG|EN|12A|kim@example.com|12
`),
  "a list without titles": table(`
Pat Doe|pat@example.com|817-555-0142
Kim Lee|kim@example.com|
`),
};

async function given() {
  const site = await staffSite();
  const { testApp } = site;
  const page = () => site.page(path);
  const post = (form: Readonly<Record<string, string | File>>) => site.post(path, form);
  const check = async (rows: readonly (readonly string[])[]) => {
    await post({ does: "forget" });
    await post({ file: new File([writtenXlsx(rows).slice()], "alumni.xlsx") });
    return await page();
  };
  const invite = async () => {
    await post({ does: "start" });
    await expect.poll(page, { timeout: 20_000 }).not.toContain("import-progress");
    await testApp.settled();
  };
  /** Invitations go out one a second. */
  const linkTo = async (address: string) => {
    const textTo = async () => {
      testApp.outboxSender.wake();
      await testApp.settled();
      return testApp.mails.find(({ to }) => JSON.stringify(to).includes(address))?.text ?? "";
    };
    await expect.poll(textTo, { timeout: 20_000, interval: 200 }).toContain("token=");
    return /token=([\w-]+)/.exec(await textTo())?.[1] ?? "";
  };
  return { ...site, check, invite, linkTo };
}

describe("a colonel's workbook", () => {
  it("goes all the way to accepted invitations with the profile filled in", async () => {
    const { testApp, read, send, check, invite, linkTo } = await given();
    const html = await check(colonel);
    expect(html).toContain("5 people will be invited. 1 has no email address. 0 are here already.");
    expect(html).toContain("Rank: “Maj.” was taken as MAJ");
    expect(html).toContain("Commissioned: “TBD” was left out");
    expect(html).toContain("Branch: “Underwater” was left out");
    expect(html).toContain("<bdi>Ann Núñez</bdi>");
    await invite();
    const profiles = ["pat", "kim", "sam", "ann", "jo"].map(async (name) =>
      (await testApp.readModel.members.byEmail(`${name}@example.com`))?.profile?.classYear
    );
    expect(await Promise.all(profiles)).toEqual(["2007", undefined, "1998", "2012", undefined]);

    const token = await linkTo("kim@example.com");
    const { html: asked } = await read(`/invitation?token=${token}`);
    expect(asked).toContain("<dd>Aviation</dd>");
    expect(asked).toContain("Your program&#x27;s list said “TBD”");
    const form = { token, username: "kim.lee", newPassword: "a password of mine" };
    const accepted = await send("/invitation", {
      ...form,
      confirmPassword: form.newPassword,
      classYear: "2020",
      mos: "15A",
      isVisible: "on",
    }, undefined);
    expect([accepted.status, accepted.location]).toEqual([303, "/profile"]);
    const kim = await testApp.readModel.members.byEmail("kim@example.com");
    expect(kim?.profile).toMatchObject({
      classYear: "2020",
      rank: "1LT",
      armyBranch: "Aviation",
      dutyStatus: "Active Duty",
      mos: "15A",
      primaryEmail: "kim@example.com",
      isVisible: true,
    });
  }, 60_000);
});

describe("the spreadsheet of a program", () => {
  it.each(Object.entries(programs))("such as %s loses no one with an address", async (_, rows) => {
    const { testApp, check, invite } = await given();
    expect(await check(rows)).toContain("2 people will be invited.");
    await invite();
    for (const name of ["pat", "kim"]) {
      const found = await testApp.readModel.members.byEmail(`${name}@example.com`);
      expect(found).toMatchObject({ role: "alumni", isInvited: true });
    }
  }, 60_000);
});
