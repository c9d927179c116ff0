import { fileURLToPath } from "node:url";
import { it, onTestFinished } from "vitest";
import { replyWays } from "../../events/program/setting-events.ts";
import { readAssets } from "../assets.ts";
import { serverForTest, siteForMail } from "../testing/mail-site.ts";
import { describeInBrowser, openBrowser } from "../testing/browser.ts";
import { examined, expectFine, phone } from "./faults.ts";
import { scriptless } from "./page.ts";

/** Staff on a phone, with sending set up. */
async function given(javaScriptEnabled: boolean) {
  const server = await serverForTest();
  const assets = await readAssets(fileURLToPath(new URL("../../dist", import.meta.url)));
  // The site needs its address, which is known once a server listens there.
  const serving = Deno.serve(
    { port: 0, hostname: "127.0.0.1", onListen() {} },
    (request) => site.fetch(request),
  );
  const appOrigin = `http://127.0.0.1:${serving.addr.port}`;
  const site = await siteForMail({
    reach: server.reach,
    appOrigin,
    servedAt: appOrigin,
    assets,
  });
  await site.save();
  const browser = await openBrowser();
  const context = await browser.newContext({
    baseURL: appOrigin,
    ...phone,
    ...examined,
    javaScriptEnabled,
  });
  onTestFinished(async () => {
    await context.close();
    await serving.shutdown();
  });
  if (!javaScriptEnabled) scriptless.add(context);
  await context.addCookies([{
    name: "session",
    value: site.stan.session() ?? "",
    url: appOrigin,
  }]);
  return { ...site, server, page: await context.newPage() };
}

describeInBrowser("answers by email", () => {
  it.each([true, false])(
    "are set up on a phone, and then arrive; with script: %s",
    async (javaScriptEnabled) => {
      const { page, server, request } = await given(javaScriptEnabled);
      const look = (name: string) => expectFine(page, name);
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
      const hook = await page.getByLabel("Address for your mail service").inputValue();

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
