import { describe, expect, it } from "vitest";
import { Outcomes } from "../../../../../api/mail/outcomes.ts";
import type { ImapServer } from "../../../../../api/mail/arriving/ways/settings.ts";
import { replies } from "../../../../../api/relay/testing/relayed.ts";
import { TestMail } from "../../../../../api/testing/test-mail.ts";
import type { RealSiteOptions } from "../../../../testing/real-site.ts";
import { staffSite } from "../../../../testing/staff-site.ts";

const imap: ImapServer = {
  host: "imap.example.edu",
  port: 993,
  tls: "always",
  folder: "INBOX",
  user: "reply@example.edu",
  login: { password: "secret" },
};

async function given(options: RealSiteOptions = {}) {
  const site = await staffSite({ mail: new TestMail(), ...options });
  const page = async (path: string) =>
    (await site.page(path)).replaceAll("<!-- -->", "").replace(/\s+/g, " ");
  return { page, state: new Outcomes(site.testApp.databases.vault, () => new Date(), "mailbox") };
}

describe("answers by email, for staff", () => {
  it("are said not to be set up", async () => {
    const { page } = await given();
    expect(await page("/program/mail")).toContain("MAIL_REPLY_TO");
    expect(await page("/")).not.toContain("Answers by email");
  });

  it("are said to arrive, and where, with what was set aside", async () => {
    const { page, state } = await given({ replies: { ...replies, imap } });
    expect(await page("/program/mail")).toContain("Nothing has arrived yet.");
    await state.noteWorked(2);
    const html = await page("/program/mail");
    expect(html).toContain("Answers arrive at reply@example.edu.");
    expect(html).toContain("2 emails couldn&#x27;t be read.");
    expect(html).toContain("We last looked for some on");
  });

  it("are said not to arrive, and why, on that page and on Home", async () => {
    const { page, state } = await given({ replies: { ...replies, imap } });
    await state.noteFailed("EIMAP login");
    expect(await page("/program/mail")).toContain("Answers by email aren&#x27;t arriving.");
    expect(await page("/program/mail")).toContain("Answers wait in the mailbox");
    expect(await page("/")).toContain("Answers by email aren&#x27;t arriving.");
    await state.noteWorked(0);
    expect(await page("/")).not.toContain("aren&#x27;t arriving");
  });
});
