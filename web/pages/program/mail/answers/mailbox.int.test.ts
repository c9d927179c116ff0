import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it, onTestFinished, vi } from "vitest";
import { temporaryFolder } from "../../../../../events/testing/database.ts";
import {
  hasDovecot,
  openDovecot,
} from "../../../../../api/mail/inbound/transports/testing/dovecot.ts";
import { certificateFor } from "../../../../../api/testing/mail-server.ts";
import { path, serverForTest, siteForMail } from "../../../../testing/mail-site.ts";

const isThere = hasDovecot("Setting up a mailbox in the browser");
const formPath = "/program/mail/answers";
const name = "imap.example.edu";
const typed = {
  way: "imap",
  address: "reply@example.edu",
  usesPlus: "true",
  authservId: "",
  host: name,
  port: "993",
  user: "reply",
  mailPassword: "secret",
  folder: "INBOX",
};

async function given() {
  const { key, cert } = certificateFor(name);
  const folder = await temporaryFolder();
  const [keyFile, certFile] = [join(folder, "key.pem"), join(folder, "cert.pem")];
  await writeFile(keyFile, key);
  await writeFile(certFile, cert);
  const dovecot = await openDovecot(`ssl_cert = <${certFile}\nssl_key = <${keyFile}`);
  onTestFinished(() => dovecot.close());
  await dovecot.start();
  const server = await serverForTest();
  const ports = { always: dovecot.tlsPort, required: dovecot.server.port };
  let tls: keyof typeof ports = "always";
  const site = await siteForMail({
    reach: async (host) =>
      host.endsWith("imap.example.edu")
        ? { address: "127.0.0.1", port: ports[tls], ca: cert }
        : server.reach(),
  });
  const { testApp, send, stan, page } = site;
  await site.save();
  onTestFinished(() => testApp.mailboxes.stop());
  return {
    dovecot,
    testApp,
    use: (way: keyof typeof ports) => void (tls = way),
    answers: (changes: Partial<typeof typed> = {}) =>
      send(formPath, { ...typed, ...changes }, stan.session()),
    off: () => send(path, { does: "remove-answers" }, stan.session()),
    page,
  };
}

it.skipIf(!isThere)(
  "checks, saves and reads a mailbox, until answers are turned off",
  async () => {
    const { answers, page, dovecot, testApp, off } = await given();
    for (
      const [changes, words] of [
        [{ mailPassword: "wrong" }, "refused the login. Check the user name"],
        [{ folder: "Elsewhere" }, "Check the folder&#x27;s name."],
        [{ host: "not.imap.example.edu" }, "Enter the name that its certificate is for"],
      ] as const
    ) {
      const { status, html } = await answers(changes);
      expect([status, html.includes(words), words]).toEqual([200, true, words]);
      expect(html).not.toMatch(/IMAP_|value="(secret|wrong)"/);
    }
    expect(await page()).not.toContain("Turn off answers");

    expect((await answers()).status).toBe(303);
    expect(await page()).toContain("from a mailbox");
    await testApp.mailboxes.update();
    const mail = new TextEncoder().encode(
      "From: a@example.com\r\nAuto-Submitted: auto-replied\r\n\r\nx",
    );
    await dovecot.deliver(mail);
    await vi.waitFor(async () => {
      expect(await dovecot.count()).toBe(0);
      // Noted after all mails of a poll were taken.
      expect(await page()).toContain("We last looked for some on");
    }, { timeout: 60_000 });

    await off();
    await testApp.mailboxes.update();
    await dovecot.deliver(mail);
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(await dovecot.count()).toBe(1);
  },
);

it.skipIf(!isThere)("reads a mailbox by STARTTLS on its other port", async () => {
  const { answers, use, page } = await given();
  use("required");
  expect((await answers({ port: "143" })).status).toBe(303);
  expect(await page()).toContain("from a mailbox");
});
