import { z } from "zod";
import type { MailWay } from "../../../events/program/setting-events.ts";
import { line } from "../../../events/members/texts.ts";

/** Names of the ways to send mail, within a sentence. */
export const wayWords: Readonly<Record<MailWay, string>> = {
  smtp: "a mail server and a password",
  microsoft: "Microsoft 365",
  google: "Google",
  oauth: "a mail server and its sign-in page",
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

const server = {
  host,
  port: z.coerce.number().pipe(z.literal(mailPorts, "Choose a port")),
  security: z.enum(["starttls", "tls"], "Choose how the connection is encrypted"),
};

const smtp = z.strictObject({
  way: z.literal("smtp"),
  ...sender,
  ...server,
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

const app = {
  ...sender,
  user: z.string().trim().min(1, "Enter the mailbox's email address").max(254),
  clientId: z.string().trim().min(1, "Enter the client ID").max(254),
  /** The app's secret. */
  mailPassword: z.string().trim()
    .min(1, "Enter the client secret. We never show a saved one, so type it again").max(1000),
};

/** An address of a sign-in service, on the usual port. */
const secureUrl = z.string().trim().max(500).refine((text) => {
  const { protocol, port, username } = URL.parse(text) ?? {};
  return protocol === "https:" && port === "" && username === "";
}, "Enter an address that starts with https://");

const microsoft = z.strictObject({
  way: z.literal("microsoft"),
  ...app,
  // Part of an address.
  tenant: z.string().trim().regex(/^[\w.-]{1,253}$/, "Enter the directory (tenant) ID"),
});

const google = z.strictObject({ way: z.literal("google"), ...app });

const oauth = z.strictObject({
  way: z.literal("oauth"),
  ...app,
  ...server,
  authorizeUrl: secureUrl,
  tokenUrl: secureUrl,
  scope: z.string().trim().max(500),
});

export const SignInSettings = z.discriminatedUnion("way", [microsoft, google, oauth]);
export type SignInSettings = z.infer<typeof SignInSettings>;

export const MailSettings = z.discriminatedUnion("way", [smtp, microsoft, google, oauth]);
export type MailSettings = z.infer<typeof MailSettings>;

export type ShownMailSettings = WithoutSecret<MailSettings>;
export type WithoutSecret<T> = T extends unknown ? Omit<T, "mailPassword"> : never;

export function withoutSecret<Form extends object>(form: Form): WithoutSecret<Form> {
  const { mailPassword: _, ...shown } = form as Form & { readonly mailPassword?: string };
  return shown as unknown as WithoutSecret<Form>;
}
