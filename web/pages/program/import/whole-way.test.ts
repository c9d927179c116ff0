import { expect, it } from "vitest";
import { writtenXlsx } from "../../../../api/features/invitations/sheets/testing/workbooks.ts";
import { expectTexts } from "../../../testing/expect-answer.ts";
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

it("imports a list, up to an accepted invitation with the profile filled in", async () => {
  const { testApp, read, send, page, post } = await staffSite();
  await post(path, { file: new File([writtenXlsx(colonel).slice()], "alumni.xlsx") });
  expectTexts(await page(path), [
    ...["5 people will be invited. 1 has no email address. 0 are here or were invited already."],
    ...["Rank: “Maj.” was taken as MAJ", "Commissioned: “TBD” was left out"],
    ...["Branch: “Underwater” was left out", "<bdi>Ann Núñez</bdi>"],
  ]);
  await post(path, { does: "start" });
  await expect.poll(() => page(path)).not.toContain("import-progress");
  const named = async (name: string) =>
    await testApp.readModel.members.byEmail(`${name}@example.com`);
  const [pat, kim, ...others] = await Promise.all(["pat", "kim", "sam", "ann", "jo"].map(named));
  expect(pat?.profile).toMatchObject({ classYear: "2007", rank: "MAJ", isVisible: false });
  expect(pat?.offer).toMatchObject({ fields: {} });
  expect(kim?.profile).toBeNull();
  expect(others.map((one) => one?.profile?.classYear)).toEqual(["1998", "2012", undefined]);

  // Invitation mails are sent at one a second.
  const textToKim = async () => {
    testApp.outboxSender.wake();
    await testApp.settled();
    return testApp.mails.find(({ to }) => to === "kim@example.com")?.text ?? "";
  };
  await expect.poll(textToKim, { interval: 200 }).toContain("token=");
  const token = /token=([\w-]+)/.exec(await textToKim())?.[1] ?? "";
  const { html: asked } = await read(`/invitation?token=${token}`);
  expect(asked).toContain("Active Duty");
  expect(asked).toContain("Your program&#x27;s list said “TBD”");
  const form = { token, classYear: "2020", mos: "15A", does: "show" };
  const accepted = await send("/invitation", form, undefined);
  expect([accepted.status, accepted.location]).toEqual([303, "/"]);
  expect((await named("kim"))?.profile).toMatchObject({
    ...{ classYear: "2020", rank: "1LT", armyBranch: "Aviation", dutyStatus: "Active Duty" },
    ...{ mos: "15A", primaryEmail: "kim@example.com", isVisible: true },
  });
});
