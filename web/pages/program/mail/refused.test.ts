import { expect, it, onTestFinished } from "vitest";
import { createSmtpMail } from "../../../../api/mail/drivers/smtp.ts";
import { startMailServer } from "../../../../api/testing/mail-server.ts";
import { staffSite } from "../../../testing/staff-site.ts";

const sender = { name: "TCU", address: "alumni@example.edu", replyTo: "support@example.edu" };

it("tells owners and staff of addresses that take no mail, until they have another one", async () => {
  const refused: Record<string, { code: number; text: string }> = {
    "ada@example.com": { code: 550, text: "5.1.1 No such mailbox" },
    "ben@example.com": { code: 550, text: "5.1.1 No such mailbox" },
  };
  const server = await startMailServer({ refuses: refused });
  onTestFinished(() => server.close());
  const address = { host: "127.0.0.1", port: server.port, tls: "never" } as const;
  const mail = createSmtpMail({ server: address, sender });
  const { testApp, read, send, stan, page } = await staffSite({ mail });
  const [ada, ben] = [
    await testApp.member({ email: "ada@example.com" }),
    await testApp.member({ email: "ben@example.com" }),
  ];
  const home = async (who: typeof ada) => (await read("/", who.session())).html;
  const staffPage = () => page("/program/mail");
  await testApp.sendMail();
  expect(await home(ada)).toContain("The mail server of ada@example.com says");
  expect(await home(ada)).toContain('href="/profile/account"');
  expect(await home(stan)).not.toContain("You don&#x27;t get our emails");
  expect(await staffPage()).toContain("2 people don&#x27;t");
  expect(await staffPage()).not.toContain("ada@example.com");

  // One has another address; the other's takes mail again.
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
