import { z } from "zod";
import type { MailWay } from "../../../events/program/setting-events.ts";
import { line } from "../../../events/members/texts.ts";

/** Names of the ways to send mail, within a sentence. */
export const wayWords: Readonly<Record<MailWay, string>> = {
  smtp: "a mail server of your own",
  postmark: "Postmark",
  mailgun: "Mailgun",
  ses: "Amazon SES",
};

/** Connections to other ports are never made. */
export const mailPorts = [587, 465, 2525, 25] as const;

export const host = z.string().trim().toLowerCase().max(253).regex(
  /^([a-z0-9]([a-z0-9-]*[a-z0-9])?(\.|$))+$|^[0-9a-f]*:[0-9a-f:.]+$/,
  "Enter the server's name, such as smtp.example.edu",
);

const sender = {
  fromName: line(100),
  fromAddress: z.string().trim().max(254).pipe(z.email("Enter an email address")),
};

const smtp = z.strictObject({
  way: z.literal("smtp"),
  ...sender,
  host,
  port: z.coerce.number().pipe(z.literal(mailPorts, "Choose a port")),
  security: z.enum(["starttls", "tls"], "Choose how the connection is encrypted"),
  user: z.string().trim().max(254),
  mailPassword: z.string().max(1000),
}).check(({ value, issues }) => {
  if (value.user !== "" && value.mailPassword === "") {
    const message = "Enter the password. We never show a saved one, so type it again";
    issues.push({ code: "custom", path: ["mailPassword"], message, input: value });
  }
  if (value.user === "" && value.mailPassword !== "") {
    const message = "Enter the user name that belongs to the password";
    issues.push({ code: "custom", path: ["user"], message, input: value });
  }
});

const key = { mailPassword: z.string().trim().min(1, "Enter the key").max(1000) };

const postmark = z.strictObject({ way: z.literal("postmark"), ...sender, ...key });

const mailgun = z.strictObject({
  way: z.literal("mailgun"),
  ...sender,
  domain: z.string().trim().toLowerCase().max(253).regex(
    /^([a-z0-9-]+\.)+[a-z0-9-]+$/,
    "Enter the domain, such as mg.example.edu",
  ),
  region: z.enum(["us", "eu"], "Choose a region"),
  ...key,
});

const ses = z.strictObject({
  way: z.literal("ses"),
  ...sender,
  // Part of a host's name.
  region: z.string().trim().toLowerCase().regex(
    /^[a-z]{2}(-[a-z]+)+-\d$/,
    "Enter a region, such as us-east-1",
  ),
  accessKeyId: z.string().trim().regex(/^[A-Z0-9]{16,128}$/, "Enter the access key ID"),
  ...key,
});

export const MailSettings = z.discriminatedUnion("way", [smtp, postmark, mailgun, ses]);
export type MailSettings = z.infer<typeof MailSettings>;

export type ShownMailSettings = WithoutSecret<MailSettings>;
export type WithoutSecret<T> = T extends unknown ? Omit<T, "mailPassword"> : never;

export function withoutSecret<Form extends object>(form: Form): WithoutSecret<Form> {
  const { mailPassword: _, ...shown } = form as Form & { readonly mailPassword?: string };
  return shown as unknown as WithoutSecret<Form>;
}
