/** Variables for answers by mail: their address, and how mail to it arrives. */
import { z } from "zod";
import { isSecret, secretText } from "../../../config/env-values.ts";
import type { AccessTokens } from "../../drivers/sign-in.ts";
import { parseServerUrl } from "../../setup/server-url.ts";

export interface ReplySettings {
  /** In lower case. */
  readonly address: string;
  /** Whether mail to `reply+anything@…` arrives at `reply@…`. */
  readonly usesPlus: boolean;
  /** Server whose `Authentication-Results` are trusted, in lower case; `first` without a name. */
  readonly trustedAuthservId: string | undefined;
  readonly imap?: ImapServer | undefined;
  /** Secret in the path to which mails are posted. */
  readonly hookSecret?: string | undefined;
}

export interface ImapServer {
  readonly host: string;
  readonly port: number;
  /** `imap://` means `required` STARTTLS, except on this machine. */
  readonly tls: "always" | "required" | "never";
  readonly folder: string;
  readonly user: string;
  readonly login: { readonly password: string } | { readonly tokens: AccessTokens };
  /** Typed by staff: never this machine. */
  readonly isTyped?: boolean;
}

export const replyVariables = {
  MAIL_REPLY_TO: z.email("must be an email address").toLowerCase()
    .refine((address) => !address.includes("+"), "must be without a +").optional(),
  MAIL_REPLY_PLUS: z.enum(["yes", "no"], "must be yes or no").default("yes"),
  TRUSTED_AUTHSERV_ID: z.string().toLowerCase().regex(
    /^[a-z0-9._:-]{1,255}$/,
    "must be the server's name in Authentication-Results, such as mx.example.edu, or first",
  ).optional(),
  IMAP_URL: secretText,
  IMAP_PASSWORD: secretText,
  MAIL_HOOK_SECRET: z.string().regex(
    /^[\w-]{32,200}$/,
    "must be at least 32 letters and digits, such as `openssl rand -hex 32` prints",
  ).optional().meta(isSecret),
} as const;

const variables = z.object(replyVariables);
type ReplyVariables = z.infer<typeof variables>;

/** Adds mistakes to `problems`. */
export function readReplies(
  set: ReplyVariables,
  problems: string[],
): ReplySettings | undefined {
  const { MAIL_REPLY_TO: address } = set;
  const found = replyProblems(set);
  const imap = set.IMAP_URL === undefined
    ? undefined
    : parseImapUrl(set.IMAP_URL, set.IMAP_PASSWORD);
  if (typeof imap === "string") found.push(`IMAP_URL: ${imap}`);
  problems.push(...found);
  if (address === undefined || typeof imap === "string") return undefined;
  return {
    address,
    usesPlus: set.MAIL_REPLY_PLUS === "yes",
    trustedAuthservId: set.TRUSTED_AUTHSERV_ID,
    imap,
    hookSecret: set.MAIL_HOOK_SECRET,
  };
}

/** Variables that need another one, and why. */
const needs = [
  ["IMAP_URL", "MAIL_REPLY_TO", "the address of that mailbox"],
  ["MAIL_HOOK_SECRET", "MAIL_REPLY_TO", "the address whose mail is posted there"],
  ["TRUSTED_AUTHSERV_ID", "MAIL_REPLY_TO", "it is for answers by mail"],
  ["IMAP_PASSWORD", "IMAP_URL", "the mailbox that it is for"],
] as const;

function replyProblems(set: ReplyVariables): string[] {
  const missing = needs.filter(([name, other]) =>
    set[name] !== undefined && set[other] === undefined
  ).map(([name, other, why]) => `${other}: must be set with ${name}: ${why}`);
  return [...new Set(missing)];
}

const urlExpected = "must be imaps://user@host/INBOX or imap://user@host:143/INBOX, with special " +
  "characters percent-encoded";

function parseImapUrl(text: string, password: string | undefined): ImapServer | string {
  const url = parseServerUrl(text, "imap", [143, 993]);
  const isControlled = url && /\p{Cc}/u.test(url.user + url.path + url.password);
  if (url === undefined || isControlled || url.user === "") return urlExpected;
  const { host, port, user, path } = url;
  if (url.password !== "" && password !== undefined) {
    return "has a password, and IMAP_PASSWORD is set as well; set one of them";
  }
  const secret = url.password || password;
  if (secret === undefined) return "must have a password, or set IMAP_PASSWORD";
  const startTls = url.isThisMachine ? "never" : "required";
  return {
    host,
    port,
    tls: url.isSecure ? "always" : startTls,
    folder: path || "INBOX",
    user,
    login: { password: secret },
  };
}
