import { z } from "zod";
import type { ReplyWay } from "../../../events/program/setting-events.ts";
import { host } from "./mail-form.ts";

/** How answers arrive, at the end of a sentence. */
export const replyWayWords: Readonly<Record<ReplyWay, string>> = {
  imap: "from a mailbox",
  hook: "from a mail service that posts them",
};

/** TLS from the start, and STARTTLS. Connections to other ports are never made. */
export const mailboxPorts = [993, 143] as const;

/** A text that is sent to a mailbox's server. */
const sent = (most: number, message: string) =>
  z.string().min(1, message).max(most).regex(/^\P{Cc}*$/u, message);

const shared = {
  address: z.string().trim().toLowerCase().max(254).pipe(z.email("Enter an email address"))
    .refine((address) => !address.includes("+"), "Enter the address without a +"),
  /** Whether mail to `reply+word@…` arrives at `reply@…`. A checkbox. */
  usesPlus: z.literal("true").optional(),
  /** The server whose `Authentication-Results` are trusted; empty for none. */
  authservId: z.string().trim().toLowerCase().regex(
    /^[a-z0-9._:-]{0,255}$/,
    "Enter the server's name alone, such as mx.example.edu",
  ),
};

const imap = z.strictObject({
  way: z.literal("imap"),
  ...shared,
  host,
  port: z.coerce.number().pipe(z.literal(mailboxPorts, "Choose a port")),
  user: sent(254, "Enter the user name, often the full email address"),
  /** Empty to use the account that sends, if staff signed in with it. */
  mailPassword: z.string().max(1000).regex(/^\P{Cc}*$/u, "Enter the password"),
  folder: sent(255, "Enter the folder's name, such as INBOX"),
});

export const ReplyForm = z.discriminatedUnion("way", [
  imap,
  z.strictObject({ way: z.literal("hook"), ...shared }),
]);
export type ReplyForm = z.infer<typeof ReplyForm>;
