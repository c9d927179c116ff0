import type { BrowserContextOptions } from "playwright-core";
import { expect, it } from "vitest";
import { describeInBrowser } from "../testing/browser.ts";
import { examined, expectFineAtBothSizes, phone } from "./faults.ts";
import { stageForTests } from "./product.ts";

const stage = stageForTests();
const topics = "Branch Selection";
const profile = { helpTopics: [topics] };

/** A cadet's requests to three alumni, the first of which is accepted. */
async function given(options: BrowserContextOptions = {}) {
  const mentors = [];
  for (const firstName of ["Dana", "Ada", "Bo"]) {
    mentors.push(await stage.member({ firstName, lastName: "Whitfield", profile }));
  }
  const casey = { firstName: "Casey", role: "cadet", isConfirmed: true } as const;
  const { page, visitor, username } = await stage.member({ ...casey, ...phone, ...options });
  const ids: string[] = [];
  for (const { id: to } of mentors) {
    ids.push(await stage.ask(visitor, { to, memberId: to, topics, note: "How do I choose?" }));
  }
  const [id = ""] = ids;
  await stage.act(mentors[0]!.visitor, id, "accept");
  return { page, id, others: ids.slice(1), address: `${username}@example.edu` };
}

const one = "Withdraw 2 other requests";

describeInBrowser("after a yes", () => {
  it("links from the email to other requests on the topic, and withdraws them with one press", async () => {
    const { page, id, others, address } = await given({ ...examined });
    await page.goto(await stage.mailedLink(address, `/connections/${id}#also-asked`));
    await page.getByText("You have 2 other open requests about Branch Selection.").waitFor();
    await expectFineAtBothSizes(page, "other requests after a yes");
    await page.getByRole("button", { name: one }).press("Enter");
    await page.getByText("2 requests withdrawn", { exact: true }).waitFor();
    await page.getByText("To Ada Whitfield and Bo Whitfield.", { exact: true }).waitFor();
    expect(await page.getByRole("button", { name: one }).count()).toBe(0);
    for (const other of others) {
      await page.goto(`/connections/${other}`);
      await page.getByText("You withdrew it").waitFor();
    }
    await page.goto(`/connections/${id}`);
    await page.getByText("In conversation").waitFor();
  });

  it("does the same without script", async () => {
    const { page, id } = await given({ javaScriptEnabled: false });
    await page.goto(`/connections/${id}`);
    await page.getByRole("button", { name: one }).click();
    await page.waitForURL(/#latest$/);
    await page.getByText("2 requests withdrawn").waitFor();
    expect(await page.getByRole("button", { name: one }).count()).toBe(0);
  });
});
