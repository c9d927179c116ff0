import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { temporaryFolder } from "../../../events/testing/database.ts";
import { ImapConnection } from "../../mail/arriving/ways/imap-connection.ts";
import { type Dovecot, hasDovecot, openDovecot } from "../../mail/arriving/ways/testing/dovecot.ts";
import { runAdminHere } from "../../testing/admin.ts";
import { type MailServerOptions, startMailServer } from "../../testing/mail-server.ts";
import type { Finding } from "./finding.ts";
import { lookInMailbox } from "./round-trip.ts";

describe.skipIf(!hasDovecot("Tests of the round trip"))("doctor --mail-round-trip", () => {
  let dovecot: Dovecot;

  beforeAll(async () => {
    dovecot = await openDovecot();
    await dovecot.start();
  });
  afterAll(() => dovecot?.close());

  /** Runs it with a server that puts mails into the mailbox, with a header on top. */
  async function run(
    { password = "secret", ...options }: MailServerOptions & { readonly password?: string } = {},
  ) {
    const server = await startMailServer(options);
    const { port } = dovecot.server;
    const delivering = setInterval(async () => {
      for (const { source } of server.received.slice(delivered)) {
        delivered++;
        const stamp =
          "Authentication-Results: mx.example.net; dmarc=pass header.from=example.edu\r\n";
        await dovecot.deliver(new TextEncoder().encode(stamp + source));
      }
    }, 50);
    let delivered = 0;
    onTestFinished(async () => {
      clearInterval(delivering);
      await server.close();
    });
    const { code, stdout } = await runAdminHere(["doctor", "--mail-round-trip", "--json"], {
      environment: {
        DATA_DIR: `${await temporaryFolder()}/data`,
        SMTP_URL: `smtp://127.0.0.1:${server.port}`,
        MAIL_FROM: "us@example.edu",
        MAIL_REPLY_TO: "reply@example.com",
        TRUSTED_AUTHSERV_ID: "mx.example.net",
        IMAP_URL: `imap://reply@127.0.0.1:${port}/INBOX`,
        IMAP_PASSWORD: password,
      },
    });
    const findings: Finding[] = JSON.parse(stdout);
    const said = findings.filter(({ part }) => part === "round trip")
      .map(({ level, what }) => `${level} ${what}`);
    return { code, said, received: server.received };
  }

  it("sends a mail to an address with a +, and sees it arrive", async () => {
    const { code, said, received } = await run();
    expect({ code, said }).toEqual({
      code: 0,
      said: [
        "OK the mailbox in IMAP_URL can be read",
        "OK the mail server accepted a test mail to MAIL_REPLY_TO, with a + in it",
        expect.stringMatching(/^OK it arrived in the mailbox within \d+ seconds$/),
        "OK it can be proven which domain sent it",
      ],
    });
    expect(received[0]?.to).toEqual([expect.stringMatching(/^reply\+[0-9a-f]{32}@example\.com$/)]);
    expect(received[0]?.source).toMatch(/^Auto-Submitted: auto-generated\r$/m);
  });

  it("says what is wrong with the mailbox, and sends nothing then", async () => {
    const { code, said, received } = await run({ password: "wrong" });
    expect({ code, said }).toEqual({
      code: 1,
      said: [expect.stringMatching(/^FAIL .*didn't accept the user name or the password/)],
    });
    expect(received).toEqual([]);
  });

  it("knows of a mail that the service took before it could be seen", async () => {
    const open = async () => {
      const options = { accessToken: undefined, requestMs: 10_000 };
      const connection = await ImapConnection.open(dovecot.server, options);
      onTestFinished(() => connection.close());
      return connection;
    };
    const look = await lookInMailbox(await open(), "m");
    expect(await look()).toBeUndefined();

    const service = await open();
    const before = await service.ids();
    await dovecot.deliver(new TextEncoder().encode("Subject: m\r\n\r\nHello\r\n"));
    const found = await vi.waitUntil(
      async () => (await service.ids()).find((id) => !before.includes(id)),
      { timeout: 30_000, interval: 200 },
    );
    await service.remove(found);
    expect(await look()).toBe("taken");
  });
});
