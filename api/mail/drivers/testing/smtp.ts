import { onTestFinished } from "vitest";
import { type MailServerOptions, startMailServer } from "../../../testing/mail-server.ts";
import { sender } from "../mail.contract.ts";
import { createSmtpMail, type SmtpServer } from "../smtp.ts";

/** The SMTP driver with its own server. */
export async function smtpForTest(
  options: MailServerOptions = {},
  changes: Partial<SmtpServer> = {},
) {
  const server = await startMailServer(options);
  onTestFinished(() => server.close());
  const address = { host: "127.0.0.1", port: server.port, tls: "never", ...changes } as const;
  return {
    server,
    mail: createSmtpMail({ server: address, sender }),
    arrived: async () => server.received.map(({ source }) => source),
  };
}
