import { expect, it } from "vitest";
import { dayMs } from "../../events/day.ts";
import { describeInBrowser } from "../testing/browser.ts";
import { examined, expectFine, phone } from "./faults.ts";
import { fetchJson } from "./page.ts";
import { stageForTests } from "./product.ts";

const stage = stageForTests();
const date = new Date(Date.now() + 5 * dayMs).toISOString().slice(0, 10);
const classYear = date.slice(0, 4);

describeInBrowser("from cadet to lieutenant", () => {
  it("is confirmed with one press from the mail, on a phone", async () => {
    const cadet = await stage.member({
      ...{ firstName: "Casey", lastName: "Nguyen", role: "cadet", isConfirmed: true },
      profile: { classYear, rank: "CDT", armyBranch: "Aviation", dutyStatus: "National Guard" },
    });
    await stage.staff();
    const staff = await (await stage.signIn("stan", { ...phone, ...examined })).newPage();
    await staff.goto("/program/commissioning");
    await staff.getByLabel("Class year").fill(classYear);
    await staff.getByRole("textbox", { name: "Date" }).fill(date);
    await staff.getByRole("button", { name: "Save date" }).click();
    await staff.getByText("0 of 1 confirmed, 0 have a lasting address.").waitFor();
    await staff.getByRole("button", { name: "Remind 1 cadet" }).click();
    await staff.getByText("1 cadet will get an email").first().waitFor();
    const address = `${cadet.username}@example.edu`;
    const link = stage.here(await stage.mailedLink(address, "/commissioning"));

    // Opened signed out, as in a phone's mail program.
    const page = await stage.page({ ...phone, ...examined });
    await page.goto(link);
    await expectFine(page, "asked");
    expect(await page.getByLabel("Branch").inputValue()).toBe("Aviation");
    expect(await page.getByLabel("Where you'll serve").inputValue()).toBe("National Guard");
    await page.getByRole("button", { name: "Confirm my commission" }).press("Enter");
    await page.getByRole("heading", { name: "You're Commissioned" }).waitFor();
    await page.getByText(`2LT, Aviation, National Guard, class of ${classYear}.`).waitFor();
    // A second press undoes nothing.
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe("BODY");
    await expectFine(page, "confirmed");
    expect((await fetchJson(cadet.visitor, "/api/user")).role).toBe("alumni");

    await staff.reload();
    await staff.getByText("1 of 1 confirmed").waitFor();
    await expectFine(staff, "class");

    // Signed in, the page itself asks for a lasting address.
    await cadet.page.setViewportSize(phone.viewport);
    await cadet.page.goto("/commissioning");
    await cadet.page.getByLabel("Second address").fill("casey@example.com");
    await cadet.page.getByRole("button", { name: "Add Address" }).click();
    await cadet.page.getByText("Confirm casey@example.com").waitFor();

    await page.getByRole("button", { name: "Undo my confirmation" }).click();
    await page.getByRole("heading", { name: "Confirm Your Commission" }).waitFor();
    expect((await fetchJson(cadet.visitor, "/api/user")).role).toBe("cadet");
  });

  it("works without script", async () => {
    const cadet = await stage.member({
      ...{ role: "cadet", javaScriptEnabled: false, ...phone },
      profile: { classYear, rank: "CDT", armyBranch: "Armor" },
    });
    const { page } = cadet;
    await page.goto("/");
    await page.getByRole("link", { name: "Check my details" }).click();
    await page.getByLabel("Where you'll serve").selectOption("Active Duty");
    await expectFine(page);
    await page.getByRole("button", { name: "Confirm my commission" }).click();
    await page.getByRole("heading", { name: "You're Commissioned" }).waitFor();
    await expectFine(page);
  });
});
