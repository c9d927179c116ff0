/** Mail services over HTTPS: addresses, signing of requests, and meaning of answers. */
import type { SendMailOptions } from "nodemailer";
import { signPost } from "./aws-signature.ts";
import type { MailSettings } from "../setup/mail-form.ts";

export type ProviderSettings = Exclude<MailSettings, { readonly way: "smtp" }>;

/** A message in both forms that services accept. */
export interface Composed {
  readonly fields: SendMailOptions;
  readonly to: string;
  readonly source: Uint8Array<ArrayBuffer>;
}

export interface Provider {
  readonly url: string;
  /** @param mail Without it, only the key is checked: the service refuses an empty request. */
  request(mail: Composed | undefined, now: Date): Pick<RequestInit, "headers" | "body">;
  /** Whether this recipient will never get mail. */
  isRecipientRefused(answer: { readonly status: number; readonly text: string }): boolean;
}

export function providerOf(settings: ProviderSettings): Provider {
  const { mailPassword: key } = settings;
  switch (settings.way) {
    case "postmark":
      return {
        url: "https://api.postmarkapp.com/email",
        request: (mail) => ({
          headers: { ...json, Accept: "application/json", "X-Postmark-Server-Token": key },
          body: JSON.stringify(mail ? postmarkMail(mail) : {}),
        }),
        // https://postmarkapp.com/developer/api/overview: the address has bounced before.
        isRecipientRefused: ({ status, text }) =>
          status === 422 && /"ErrorCode"\s*:\s*406\b/.test(text),
      };
    case "mailgun": {
      const host = settings.region === "eu" ? "api.eu.mailgun.net" : "api.mailgun.net";
      return {
        url: `https://${host}/v3/${settings.domain}/messages.mime`,
        request: (mail) => ({
          headers: { Authorization: `Basic ${Buffer.from(`api:${key}`).toString("base64")}` },
          body: mailgunMail(mail),
        }),
        isRecipientRefused: ({ status, text }) => status === 400 && /'to' parameter/.test(text),
      };
    }
    case "ses": {
      const { region, accessKeyId } = settings;
      const url = `https://email.${region}.amazonaws.com/v2/email/outbound-emails`;
      const signing = { accessKeyId, secretKey: key, region, service: "ses" };
      return {
        url,
        request(mail, now) {
          const body = JSON.stringify(mail ? sesMail(mail) : {});
          return { headers: { ...json, ...signPost(new URL(url), body, signing, now) }, body };
        },
        isRecipientRefused: () => false,
      };
    }
  }
}

const json = { "Content-Type": "application/json" };

/** Without tracking. The service sets the date. */
function postmarkMail({ fields, to }: Composed) {
  const { from, replyTo, subject, text, html, messageId, inReplyTo, references } = fields;
  const headers = {
    "Message-ID": messageId,
    "X-PM-KeepID": "true",
    "In-Reply-To": inReplyTo,
    References: references,
    ...fields.headers as Readonly<Record<string, string>>,
  };
  return {
    From: addressText(from),
    To: to,
    ReplyTo: addressText(replyTo),
    Subject: subject,
    TextBody: text,
    HtmlBody: html,
    Headers: Object.entries(headers).flatMap(([Name, Value]) =>
      typeof Value === "string" ? [{ Name, Value }] : []
    ),
    TrackOpens: false,
    TrackLinks: "None",
    MessageStream: "outbound",
  };
}

function addressText(mailbox: SendMailOptions["from"] | SendMailOptions["replyTo"]): string {
  const { name, address } = mailbox as { readonly name: string; readonly address: string };
  return name === "" ? address : `"${name.replace(/["\\]/g, "\\$&")}" <${address}>`;
}

function mailgunMail(mail: Composed | undefined): FormData {
  const form = new FormData();
  if (mail === undefined) return form;
  form.set("to", mail.to);
  form.set("message", new Blob([mail.source]), "message.eml");
  form.set("o:tracking", "no");
  return form;
}

function sesMail({ to, source }: Composed) {
  return {
    Destination: { ToAddresses: [to] },
    Content: { Raw: { Data: Buffer.from(source).toString("base64") } },
  };
}
