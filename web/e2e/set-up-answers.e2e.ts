import { fileURLToPath } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";
import { freePort } from "../../api/mail/arriving/ways/testing/dovecot.ts";
import { replyWays } from "../../events/program/setting-events.ts";
import { readAssets } from "../assets.ts";
import { browserTests, chromiumPath, openBrowser } from "../testing/browser.ts";
import { serverForTest, siteForMail } from "../testing/mail-site.ts";
import { expectFits, faults } from "./faults.ts";

/** Staff on a phone, where sending is set up. */
async function given(javaScriptEnabled: boolean) {
  const server = await serverForTest();
  const port = await freePort();
  const appOrigin = `http://127.0.0.1:${port}`;
  const assets = await readAssets(fileURLToPath(new URL("../../dist", import.meta.url)));
  const site = await siteForMail({
    reach: server.reach,
    appOrigin,
    servedAt: appOrigin,
    assets,
  });
  await site.save();
  const serving = Deno.serve({ port, hostname: "127.0.0.1", onListen() {} }, site.fetch);
  const browser = await openBrowser();
  onTestFinished(async () => {
    await browser.close();
    await serving.shutdown();
  });
  const context = await browser.newContext({
    baseURL: appOrigin,
    viewport: { width: 360, height: 740 },
    bypassCSP: true,
    javaScriptEnabled,
  });
  await context.addCookies([{
    name: "session",
    value: site.stan.session() ?? "",
    url: appOrigin,
  }]);
  return { ...site, server, page: await context.newPage() };
}

describe.skipIf(chromiumPath === undefined)(`answers by email ${browserTests}`, () => {
  it.each([true, false])(
    "are set up on a phone, whose mails arrive; with script: %s",
    { timeout: 90_000 },
    async (javaScriptEnabled) => {
      const { page, server, request } = await given(javaScriptEnabled);
      const look = async (name: string) => {
        if (javaScriptEnabled) expect([name, await faults(page)]).toEqual([name, []]);
        else await expectFits(page, name);
      };
      await page.goto("/program/mail");
      await look("not-set-up");
      await page.getByRole("link", { name: "Set up answers by email" }).click();
      for (const way of replyWays) {
        await page.goto(`/program/mail/answers?way=${way}`);
        await look(way);
      }
      await page.getByLabel("Address for answers").fill("reply+x@example.edu");
      await page.getByRole("button", { name: "Save" }).click();
      await page.getByText("Enter the address without a +").waitFor();
      await look("refused");
      await page.getByLabel("Address for answers").fill("reply@example.edu");
      await page.getByRole("button", { name: "Save" }).click();
      await page.getByText("Nothing has arrived yet.").waitFor();
      await look("set-up");
      const hook = await page.getByLabel("Address for your mail server").inputValue();

      await page.getByRole("button", { name: "Send a test to reply@example.edu" }).click();
      await page.getByText("Test email sent to reply+test@example.edu").first().waitFor();
      const test = server.received.find(({ to }) => to.includes("reply+test@example.edu"));
      await request(new URL(hook).pathname, { method: "POST", body: test!.source });
      await page.reload();
      await page.getByText("The last one arrived on").waitFor();

      await page.getByText("Turn off answers by email").first().click();
      await look("turn-off");
      await page.getByRole("button", { name: "Turn off answers by email" }).click();
      await page.getByRole("link", { name: "Set up answers by email" }).waitFor();
    },
  );
});
