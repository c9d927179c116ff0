import { describe, expect, it, onTestFinished } from "vitest";
import { createSmtpMail } from "../../../../api/mail/drivers/smtp.ts";
import { type MailServerOptions, startMailServer } from "../../../../api/testing/mail-server.ts";
import type { RealSiteOptions } from "../../../testing/real-site.ts";
import { path, sender, siteForMail } from "../../../testing/mail-site.ts";
import { staffSite } from "../../../testing/staff-site.ts";
import { expectTexts } from "../../../testing/expect-answer.ts";
import { linkTo } from "../../../testing/read-html.ts";

const staffPages = [
  "/",
  "/program",
  "/program/everybody",
  "/program/invitations",
  "/program/reports",
  "/program/settings",
  "/program/history",
];

/** Mail through a server started for the test. */
async function mailServer(options: MailServerOptions = {}) {
  const server = await startMailServer(options);
  onTestFinished(() => server.close());
  const address = { host: "127.0.0.1", port: server.port, tls: "never" } as const;
  return { server, mail: createSmtpMail({ server: address, sender }) };
}

async function given(options: RealSiteOptions = {}) {
  const site = await staffSite(options);
  const page = (at = path) => site.page(at);
  return { ...site, page, test: () => site.post(path, {}) };
}

it("warns on every staff page that mail isn't set up, with waiting invitations and a link to set it up", async () => {
  const { page, post, testApp } = await siteForMail();
  const pat = { does: "invite", firstName: "Pat", lastName: "Reed", email: "pat@example.com" };
  await post("/program/invitations", pat);
  await testApp.sendMail();
  for (const at of staffPages) {
    const html = await page(at);
    expect(html).toMatch(/Mail isn&#x27;t set up: 1 invitation has been waiting since \w+ \d+\./);
    expect(linkTo(html, "Set up mail")).toBe(path);
  }
  expect(await page()).not.toContain("Send a test email");
  const { status, html } = await post(path, {});
  expect(status).toBe(200);
  expectTexts(html, ["Mail isn&#x27;t set up yet.", 'href="/program/mail/set-up"']);
});

describe("/program/mail", () => {
  it("sends the staff member a test, a few times an hour, and says that mail works", async () => {
    const { server, mail } = await mailServer();
    const { page, test } = await given({ mail });
    const tests = () =>
      server.received.flatMap(({ parsed, to }) =>
        parsed.subject?.startsWith("Test email") ? [to] : []
      );
    expect((await test()).status).toBe(303);
    expect(tests()).toEqual([["stan@example.com"]]);
    expect(await page()).toContain("Mail works.");
    for (let number = 0; number < 4; number++) await test();
    expect((await test()).status).toBe(429);
    expect(tests()).toHaveLength(5);
  });

  it("explains why a test could not be sent, without the host's name", async () => {
    const { server, mail } = await mailServer();
    await server.close();
    const { page, test } = await given({ mail });
    const { html } = await test();
    expectTexts(html, ["The mail server can&#x27;t be reached."], ["127.0.0.1"]);
    expect(await page("/program")).toContain("Mail isn&#x27;t going out");
  });
});

it("reports addresses that accept no mail to owners and staff, until they have another one", async () => {
  const refused: Record<string, { code: number; text: string }> = {
    "ada@example.com": { code: 550, text: "5.1.1 No such mailbox" },
    "ben@example.com": { code: 550, text: "5.1.1 No such mailbox" },
  };
  const { mail } = await mailServer({ refuses: refused });
  const { testApp, read, send, stan, page } = await staffSite({ mail });
  const [ada, ben] = [
    await testApp.member({ email: "ada@example.com" }),
    await testApp.member({ email: "ben@example.com" }),
  ];
  const home = async (who: typeof ada) => (await read("/", who.session())).html;
  const staffPage = () => page("/program/mail");
  await testApp.sendMail();
  expect(await home(ada)).toContain("The mail server of ada@example.com says");
  expect(await home(ada)).toContain('href="/profile/addresses"');
  expect(await home(stan)).not.toContain("You don&#x27;t get our emails");
  expect(await staffPage()).toContain("2 people don&#x27;t");
  expect(await staffPage()).not.toContain("ada@example.com");

  // One member has another address; the other's address accepts mail again.
  const account = { username: "member2", firstName: "Jane", lastName: "Doe" };
  const form = { ...account, email: "ada2@example.com" };
  expect((await send("/profile/account", form, ada.session())).status).toBe(303);
  expect(await home(ada)).not.toContain("You don&#x27;t get our emails");
  expect(await staffPage()).toContain("1 person doesn&#x27;t");
  delete refused["ben@example.com"];
  await send("/verify-email/resend", {}, ben.session());
  await testApp.sendMail();
  expect(await home(ben)).not.toContain("You don&#x27;t get our emails");
  expect(await staffPage()).not.toContain("get our emails");
});
