import { lasting } from "../../../events/amounts.ts";
import { oldMs } from "../arriving/ways/imap-connection.ts";
import type { MailSettings } from "./mail-form.ts";

export interface Explained {
  readonly why: string;
  readonly todo: string;
}

/** Explains a failure of the mail server in variables. */
export function explainFailure(code: string): Explained {
  const [why, todo] = causeOf(code);
  return { why, todo };
}

/** @param settings Of the failed server: some have own reasons. */
export function explainSetup(code: string, settings?: MailSettings): Explained {
  const [why, todo, inForm] = causeOf(code);
  const host = settings?.way === "smtp" ? settings.host : "";
  const [, ofService] = (/EAUTH|53\d/.test(code) && services.find(([name]) => name.test(host))) ||
    [];
  return { why, todo: ofService ?? inForm ?? todo };
}

/** What happened, what an operator can do, and what staff can do in the form, if different. */
type Cause = readonly [why: string, todo: string, inForm?: string];

function causeOf(code: string): Cause {
  const [, name = "", what = ""] = /EOAUTH (\w+) (\w+)/.exec(code) ?? [];
  const ofToken = tokenCauses[what]?.(consoles[name] ?? other);
  if (ofToken !== undefined) return ofToken;
  const [, why, todo, inForm] = causes.find(([codes]) => codes.test(code)) ?? [
    /./,
    `The mail server didn't take the message (${code}).`,
    "Check the address and the port in SMTP_URL.",
    "Check the server's name and the port.",
  ];
  return [why, todo, inForm];
}

const services = [
  [
    /(^|\.)(office365|outlook)\.com$/,
    "Microsoft 365 refuses passwords unless your administrator turned on authenticated SMTP for this " +
    "mailbox. Ask them, or use another mail service.",
  ],
  [
    /(^|\.)(gmail|google)\.com$/,
    "Google takes an app password here, not the account's own password. Make one in the " +
    "account's security settings.",
  ],
] as const;

const checkName = "Check the spelling of the server's name.";

interface Console {
  readonly app: string;
  readonly mailbox: string;
}

/** Consoles where an access token can be fixed, by the word in the code. */
const consoles: Readonly<Record<string, Console>> = {
  microsoft: {
    app: "In the Microsoft Entra admin center, open App registrations",
    mailbox:
      "In the Exchange admin center, check that authenticated SMTP is on for the mailbox in SMTP_URL and " +
      "that the app has access to it",
  },
  google: {
    app: "In the Google Cloud console, open APIs & Services, Credentials",
    mailbox:
      "In the Google Admin console, check that the account in SMTP_URL may use Gmail and this app",
  },
};
const other: Console = {
  app: "Open the console where the app is registered",
  mailbox: "Check that the mailbox in SMTP_URL may be used by this app",
};

const tokenCauses: Readonly<Record<string, (console: Console) => Cause>> = {
  invalid_client: ({ app }) => [
    "The sign-in service didn't accept our app's id or secret. The secret may have expired.",
    `${app}, make a new secret, and set MAIL_OAUTH_CLIENT_ID and MAIL_OAUTH_CLIENT_SECRET.`,
  ],
  invalid_grant: ({ app }) => [
    "The sign-in service no longer accepts our refresh token.",
    `Sign in with the app again and set MAIL_OAUTH_REFRESH_TOKEN. ${app} if that fails.`,
  ],
  unauthorized_client: ({ app }) => [
    "The sign-in service doesn't let our app send mail.",
    `${app}, and check the app's permissions and their approval. Check MAIL_OAUTH_SCOPE, too.`,
  ],
  refused: ({ mailbox }) => [
    "The mail server didn't accept our access token for this mailbox.",
    `${mailbox}.`,
  ],
  away: () => [
    "The sign-in service can't be reached.",
    "Check MAIL_OAUTH_TOKEN_URL, and that no firewall is in between.",
  ],
};

/** The first match counts. EIMAP is the mailbox for answers. */
const causes: readonly (readonly [codes: RegExp, ...Cause])[] = [
  [
    /EIMAP login/,
    "The mailbox for answers didn't accept the user name or the password.",
    "Check IMAP_URL and IMAP_PASSWORD. With access tokens, check that the app may use this mailbox.",
    "Check both. The user name is often the full email address. Google takes an app password here. " +
    "Microsoft 365 takes no password at all: use another way.",
  ],
  [
    /EIMAP folder/,
    "The mailbox for answers doesn't have the folder that is set.",
    "Check the folder's name at the end of IMAP_URL.",
    "Check the folder's name. INBOX is always there.",
  ],
  [
    /EIMAP used/,
    "The mailbox's folder has old mails that someone read. Answers are deleted from it, so it " +
    "must be for answers only.",
    `Use another mailbox, or move mails that are older than ${lasting(oldMs)} to another folder.`,
  ],
  [
    /EIMAP (EDNS|ENOTFOUND)/,
    "The name of the mailbox's server wasn't found.",
    "Check the name of the server in IMAP_URL.",
    checkName,
  ],
  [
    /EIMAP EOWNHOST/,
    "This name leads to the machine that this site runs on.",
    checkName,
    "Enter your mail server's name. To use a mail server on the same machine, ask the person who " +
    "runs this site to set IMAP_URL.",
  ],
  [
    /EIMAP \w*(CERT|TLS)/,
    "The mailbox's server has no secure connection that we can trust.",
    "Check that its certificate matches its name in IMAP_URL, and that it supports TLS.",
    "Enter the name that its certificate is for, and try port 993.",
  ],
  [
    /EIMAP/,
    "The mailbox for answers can't be reached.",
    "Check the server's name and port in IMAP_URL, and that no firewall is in between.",
    "Check the server's name and the port. Some mail services have to turn on IMAP first.",
  ],
  [
    /EHTTP 40[13]/,
    "The mail service didn't accept the key.",
    "Check the key.",
    "Check that it was copied whole, may send, and is for this domain and region.",
  ],
  [
    /EHTTP 404/,
    "The mail service doesn't know this domain.",
    "Check the domain and its region.",
  ],
  [
    /EHTTP 429/,
    "The mail service says that we send too much.",
    "Wait, or raise your limit with the mail service.",
    "Wait a few minutes, or raise your limit with the mail service.",
  ],
  [
    /EHTTP 4\d\d/,
    "The mail service refused mail from us.",
    "Check that the sender's address is confirmed there.",
    "Check that the sender's address or its domain is confirmed there, and that your account may send " +
    "to everyone.",
  ],
  [
    /EHTTP/,
    "The mail service can't be reached.",
    "Try again later. Check that no firewall is in between.",
    "Check the region. If it is right, try again later.",
  ],
  [
    /EAUTH|53\d/,
    "The mail server didn't accept the user name or the password.",
    "Check the user in SMTP_URL, and SMTP_PASSWORD.",
    "Check both. The user name is often the full email address.",
  ],
  [
    /EDNS|ENOTFOUND/,
    "The mail server's name wasn't found.",
    "Check the name of the server in SMTP_URL.",
    checkName,
  ],
  [
    /EOWNHOST/,
    "This name leads to the machine that this site runs on.",
    checkName,
    "Enter your mail server's name. To use a mail server on the same machine, ask the person who " +
    "runs this site to set SMTP_URL.",
  ],
  [
    /CERT/,
    "The mail server's certificate isn't valid for its name.",
    "Check that its certificate matches its name.",
    "Enter the name that its certificate is for. Ask the people who run the mail server.",
  ],
  [
    /ETLS/,
    "The mail server has no secure connection that we can trust.",
    "Check that its certificate matches its name, and that it supports TLS.",
    "Try TLS with port 465, or ask the people who run the mail server.",
  ],
  [
    /ECONNREFUSED/,
    "The mail server refused the connection.",
    "Check the address and the port in SMTP_URL, and that the server is running.",
    "Check the port: most servers use 587 with STARTTLS, or 465 with TLS.",
  ],
  [
    /ESOCKET|ECONN|ETIMEDOUT|EPROTOCOL/,
    "The mail server can't be reached.",
    "Check the address and the port in SMTP_URL, and that no firewall is in between.",
    "Check the port, and that STARTTLS goes with 587 and TLS with 465. Many hosting companies " +
    "block these ports: then ask the person who runs this site.",
  ],
  [
    /5\d\d/,
    "The mail server refused mail from us.",
    "Check that MAIL_FROM is an address that this server may send from.",
    "Check that this user may send from the sender's address.",
  ],
];
