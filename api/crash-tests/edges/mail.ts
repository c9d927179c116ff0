import { createTransport as createRealTransport, type SendMailOptions } from "nodemailer";
import { runStep } from "../orders.ts";

export * from "nodemailer";

/** The real mailer, which can kill the process around handing over a message. */
export function createTransport(options: Parameters<typeof createRealTransport>[0]) {
  const transport = createRealTransport(options);
  const send = transport.sendMail.bind(transport);
  return Object.assign(transport, {
    sendMail: (message: SendMailOptions) => runStep({ edge: "mail" }, () => send(message)),
  });
}
