import { describe, expect, it } from "vitest";
import { someone } from "../../../../api/testing/app.ts";
import { passwordGivenLongAgo } from "../../../../api/testing/password-given-long-ago.ts";
import { expectAnswer } from "../../../testing/expect-answer.ts";
import { staffSite, textOf } from "../../../testing/staff-site.ts";

const path = "/program/secret";
const notice = "Your backups can&#x27;t be opened without this.";

async function given() {
  const site = await staffSite();
  const { identity } = site.testApp.secrets;
  const show = (form = {}) => site.post(path, { does: "show", ...form });
  const keep = (lastEight: string) => site.post(path, { does: "keep", lastEight });
  const withoutSpaces = (html: string) => textOf(html).replaceAll(/\s/g, "");
  return { ...site, identity, show, keep, withoutSpaces };
}

describe("the program's secret", () => {
  it("is shown to staff after their password, and never stored by a browser or a log", async () => {
    const { testApp, identity, page, show, withoutSpaces } = await given();
    await passwordGivenLongAgo(testApp);
    expect(withoutSpaces(await page(path))).not.toContain(identity);
    const asked = await show();
    expectAnswer(asked, 403, "Confirm it&#x27;s you");
    expect(withoutSpaces(asked.html)).not.toContain(identity);
    const shown = await show({ confirmedBy: someone.password });
    expect(shown.status).toBe(200);
    expect(withoutSpaces(shown.html)).toContain(identity);
    expect(shown.headers.get("Cache-Control")).toBe("private, no-store");
    expect(JSON.stringify(testApp.logged)).not.toContain(identity.slice(-8));
  });

  it("is announced on staff pages until someone enters its last eight characters, and never shown again", async () => {
    const { identity, keep, page, show, withoutSpaces } = await given();
    expect(textOf(await page("/program"))).toContain(notice);
    expect(textOf(await page("/program/setup"))).toContain(notice);
    const wrong = await keep("QQQQQQQQ");
    expectAnswer(wrong, 422, "These aren&#x27;t the last eight characters");
    expect(withoutSpaces(wrong.html)).toContain(identity);
    const lastEight = identity.slice(-8).toLowerCase();
    const kept = await keep(` ${lastEight.slice(0, 4)} ${lastEight.slice(4)}`);
    expect([kept.status, kept.location]).toEqual([303, "/program/setup"]);
    expect(textOf(await page("/program"))).not.toContain(notice);
    for (const html of [await page(path), (await show()).html, (await keep("")).html]) {
      expect(html).toContain("Your secret is printed");
      expect(withoutSpaces(html)).not.toContain(identity);
    }
  });

  it("isn't available to people who aren't staff", async () => {
    const { person, post, read } = await given();
    const kim = await person("Kim", "alumni");
    expect((await read(path, kim.session())).status).toBe(404);
    expect((await post(path, { does: "show" }, kim)).status).toBe(404);
  });
});
