import { createTransport as createRealTransport, type SendMailOptions } from "nodemailer";
import { take } from "../orders.ts";

export * from "nodemailer";

/** Mail as it is, in a process that can be told to end around handing over a message. */
export function createTransport(options: Parameters<typeof createRealTransport>[0]) {
  const transport = createRealTransport(options);
  const send = transport.sendMail.bind(transport);
  return Object.assign(transport, {
    sendMail: (message: SendMailOptions) => take({ edge: "mail" }, () => send(message)),
  });
}
