import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { openDatabase } from "../../../events/store/database.ts";
import { temporaryFolder } from "../../../events/testing/database.ts";
import { someone } from "../../testing/app.ts";
import { appForTest } from "../../testing/app-for-test.ts";
import { type MailServer, openSilentServer, startMailServer } from "../../testing/mail-server.ts";
import type { RunningProduct } from "../../testing/process.ts";
import { productForTest } from "../../testing/product-for-test.ts";
import { freePort } from "../inbound/transports/testing/dovecot.ts";
import { sender } from "../drivers/mail.contract.ts";
import { createSmtpMail } from "../drivers/smtp.ts";

const often = { interval: 50 };

async function mailServer(port?: number): Promise<MailServer> {
  const server = await startMailServer(port === undefined ? {} : { port });
  onTestFinished(() => server.close());
  return server;
}

async function product(folder: string, port: number): Promise<RunningProduct> {
  return await productForTest({
    DATA_DIR: folder,
    SMTP_URL: `smtp://127.0.0.1:${port}`,
    MAIL_FROM: "alumni@example.edu",
  });
}

const mailOver = (port: number) =>
  createSmtpMail({ server: { host: "127.0.0.1", port, tls: "never" }, sender });

const post = ({ origin }: RunningProduct, path: string, body: unknown) =>
  fetch(`${origin}${path}`, {
    method: "POST",
    headers: { Origin: origin, "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });

describe("mail, from a request to a mail server", () => {
  it("survives a kill and a server that was down, and is sent once by two processes", async () => {
    const port = await freePort();
    const folder = await temporaryFolder();
    const first = await product(folder, port);
    expect((await post(first, "/api/register", someone)).status).toBe(201);
    const other = { ...someone, username: "other", email: "other@example.com" };
    expect((await post(first, "/api/register", other)).status).toBe(201);
    // Waits for a failed attempt: killed during one, the mail would wait for its lease to end.
    const log = await openDatabase({
      url: `file:${join(folder, "alumni.db")}`,
      durability: "full",
    });
    const givenBack = () =>
      log.read("SELECT * FROM outbox WHERE attempts > 0 AND lease_holder IS NULL");
    await expect.poll(givenBack, often).toHaveLength(2);
    log.close();
    await first.stop("SIGKILL");

    const server = await mailServer(port);
    const both = await Promise.all([product(folder, port), product(folder, port)]);
    await expect.poll(() => server.received, often).toHaveLength(2);
    // Two requests send two mails, whichever process gets them.
    for (const running of both) {
      await post(running, "/api/forgot-password", { email: someone.email });
    }
    await expect.poll(() => server.received, often).toHaveLength(4);
    await Promise.all(both.map((running) => running.stop()));
    expect(new Set(server.received.map(({ parsed }) => parsed.messageId)).size).toBe(4);
    expect(server.received.map(({ to }) => to[0]).sort()).toEqual([
      someone.email,
      someone.email,
      someone.email,
      other.email,
    ]);
  }, 90_000);

  it("delays no answer while the server is silent", async () => {
    const { port } = await openSilentServer();
    const app = await appForTest({ mail: mailOver(port) });
    const before = Date.now();
    await app.member(someone);
    const post = async (path: string, body: object) =>
      (await app.browser().post(path, body)).status;
    expect(await post("/api/forgot-password", { email: someone.email })).toBe(200);
    const reset = { token: "made-up", newPassword: "battery staple" };
    expect(await post("/api/reset-password", reset)).toBe(400);
    expect(Date.now() - before).toBeLessThan(5000);
    await app.outboxSender.stop();
    expect(Date.now() - before).toBeLessThan(15_000);
  });

  it("is deleted with its member", async () => {
    const port = await freePort();
    const app = await appForTest({ mail: mailOver(port), mailPace: { firstRetryMs: 0 } });
    const member = await app.member(someone);
    await app.browser().post("/api/forgot-password", { email: someone.email });
    await app.settled();
    const waiting = () => app.database.read("SELECT * FROM outbox");
    expect(await waiting()).toHaveLength(2);
    await member.delete("/api/account");
    expect(await waiting()).toEqual([]);
    const server = await mailServer(port);
    await app.outboxSender.sendDue();
    expect(server.received).toEqual([]);
  });
});
