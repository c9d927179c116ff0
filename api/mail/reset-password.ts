import { html } from "hono/html";
import type { Message } from "./mail.ts";

export interface ResetPasswordMail {
  readonly to: string;
  readonly firstName: string;
  /** Where the new password is chosen. */
  readonly link: string;
  readonly programName: string;
}

/** The way back in for someone who forgot their password. */
export async function resetPasswordMail(
  { to, firstName, link, programName }: ResetPasswordMail,
): Promise<Message> {
  const site = `${programName} Army ROTC Alumni Connect`;
  const asked = `Someone, probably you, asked for a new password for your ${site} account.`;
  const bounds = "The link works once, for one hour. If it was not you, ignore this message.";
  return {
    to,
    subject: `Reset your ${site} password`,
    text: [`Hello ${firstName},`, asked, `Choose a new password here:\n${link}`, bounds].join(
      "\n\n",
    ),
    html: String(
      await html`
        <!doctype html>
        <html lang="en">
          <body>
            <p>Hello ${firstName},</p>
            <p>${asked}</p>
            <p><a href="${link}">Choose a new password</a></p>
            <p>${bounds}</p>
          </body>
        </html>
      `,
    ),
  };
}
