import type { MailSettings } from "./mail-form.ts";

/** Why mail failed, and what to do about it. */
export interface Explained {
  readonly why: string;
  readonly todo: string;
}

/** Explains the code of a failure of the mail server that variables name. */
export function explainFailure(code: string): Explained {
  const { why, todo } = causeOf(code);
  return { why, todo };
}

/**
 * Explains a failure of what staff set up in the browser. Some services have their own reasons.
 *
 * @param settings Those of the mail server that emails are sent through, where it failed.
 */
export function explainSetup(code: string, settings?: MailSettings): Explained {
  const { why, inForm } = causeOf(code);
  const host = settings?.way === "smtp" ? settings.host : "";
  const ofService = /EAUTH|53\d/.test(code) && services.find(({ name }) => name.test(host));
  return { why, todo: ofService ? ofService.todo : inForm };
}

function causeOf(code: string) {
  return causes.find(({ codes }) => codes.test(code)) ?? {
    why: `The mail server didn't take the message (${code}).`,
    todo: "Check the address and the port in SMTP_URL.",
    inForm: "Check the server's name and the port.",
  };
}

/** Services that refuse a correct password. */
const services = [
  {
    name: /(^|\.)(office365|outlook)\.com$/,
    todo:
      "Microsoft 365 refuses passwords unless your administrator turned on authenticated SMTP for this " +
      "mailbox. Ask them, or use another mail service.",
  },
  {
    name: /(^|\.)(gmail|google)\.com$/,
    todo: "Google takes an app password here, not the account's own password. Make one in the " +
      "account's security settings.",
  },
] as const;

const checkName = "Check the spelling of the server's name.";

/** Consoles where an access token can be fixed, by the word in the code. */
const consoles = {
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
  other: {
    app: "Open the console where the app is registered",
    mailbox: "Check that the mailbox in SMTP_URL may be used by this app",
  },
} as const;

function oauthCauses() {
  const entries = Object.entries(consoles).flatMap(([name, { app, mailbox }]) => {
    const cause = (what: string, why: string, todo: string) => ({
      codes: new RegExp(`EOAUTH ${name} (${what})`),
      why,
      todo,
      inForm: todo,
    });
    return [
      cause(
        "invalid_client",
        "The sign-in service didn't accept our app's id or secret. The secret may have expired.",
        `${app}, make a new secret, and set MAIL_OAUTH_CLIENT_ID and MAIL_OAUTH_CLIENT_SECRET.`,
      ),
      cause(
        "invalid_grant",
        "The sign-in service no longer accepts our refresh token.",
        `Sign in with the app again and set MAIL_OAUTH_REFRESH_TOKEN. ${app} if that fails.`,
      ),
      cause(
        "unauthorized_client",
        "The sign-in service doesn't let our app send mail.",
        `${app}, and check the app's permissions and their approval. Check MAIL_OAUTH_SCOPE, too.`,
      ),
      cause(
        "refused",
        "The mail server didn't accept our access token for this mailbox.",
        `${mailbox}.`,
      ),
      cause(
        "away",
        "The sign-in service can't be reached.",
        "Check MAIL_OAUTH_TOKEN_URL, and that no firewall is in between.",
      ),
    ];
  });
  return entries;
}

/** Of the mailbox that answers arrive in. */
const mailboxCauses = [
  {
    codes: /EIMAP login/,
    why: "The mailbox for answers didn't accept the user name or the password.",
    todo:
      "Check IMAP_URL and IMAP_PASSWORD. With access tokens, check that the app may use this mailbox.",
    inForm:
      "Check both. The user name is often the full email address. Google takes an app password here. " +
      "Microsoft 365 takes no password at all: use another way.",
  },
  {
    codes: /EIMAP folder/,
    why: "The mailbox for answers doesn't have the folder that is set.",
    todo: "Check the folder's name at the end of IMAP_URL.",
    inForm: "Check the folder's name. INBOX is always there.",
  },
  {
    codes: /EIMAP used/,
    why:
      "The mailbox's folder has old mails that someone read. Answers are deleted from it, so it " +
      "must be for answers only.",
    todo: "Use another mailbox, or move mails that are older than 30 days to another folder.",
    inForm: "Use another mailbox, or move mails that are older than 30 days to another folder.",
  },
  {
    codes: /EIMAP (EDNS|ENOTFOUND)/,
    why: "The name of the mailbox's server wasn't found.",
    todo: "Check the name of the server in IMAP_URL.",
    inForm: checkName,
  },
  {
    codes: /EIMAP EOWNHOST/,
    why: "This name leads to the machine that this site runs on.",
    todo: checkName,
    inForm:
      "Enter your mail server's name. To use a mail server on the same machine, ask the person who " +
      "runs this site to set IMAP_URL.",
  },
  {
    codes: /EIMAP \w*(CERT|TLS)/,
    why: "The mailbox's server has no secure connection that we can trust.",
    todo: "Check that its certificate matches its name in IMAP_URL, and that it supports TLS.",
    inForm: "Enter the name that its certificate is for, and try port 993.",
  },
  {
    codes: /EIMAP/,
    why: "The mailbox for answers can't be reached.",
    todo: "Check the server's name and port in IMAP_URL, and that no firewall is in between.",
    inForm: "Check the server's name and the port. Some mail services have to turn on IMAP first.",
  },
] as const;

const causes = [
  ...oauthCauses(),
  ...mailboxCauses,
  {
    codes: /EHTTP 40[13]/,
    why: "The mail service didn't accept the key.",
    todo: "Check the key.",
    inForm: "Check that it was copied whole, may send, and is for this domain and region.",
  },
  {
    codes: /EHTTP 404/,
    why: "The mail service doesn't know this domain.",
    todo: "Check the domain and its region.",
    inForm: "Check the domain and its region.",
  },
  {
    codes: /EHTTP 429/,
    why: "The mail service says that we send too much.",
    todo: "Wait, or raise your limit with the mail service.",
    inForm: "Wait a few minutes, or raise your limit with the mail service.",
  },
  {
    codes: /EHTTP 4\d\d/,
    why: "The mail service refused mail from us.",
    todo: "Check that the sender's address is confirmed there.",
    inForm:
      "Check that the sender's address or its domain is confirmed there, and that your account may send " +
      "to everyone.",
  },
  {
    codes: /EHTTP/,
    why: "The mail service can't be reached.",
    todo: "Try again later. Check that no firewall is in between.",
    inForm: "Check the region. If it is right, try again later.",
  },
  {
    codes: /EAUTH|53\d/,
    why: "The mail server didn't accept the user name or the password.",
    todo: "Check the user in SMTP_URL, and SMTP_PASSWORD.",
    inForm: "Check both. The user name is often the full email address.",
  },
  {
    codes: /EDNS|ENOTFOUND/,
    why: "The mail server's name wasn't found.",
    todo: "Check the name of the server in SMTP_URL.",
    inForm: checkName,
  },
  {
    codes: /EOWNHOST/,
    why: "This name leads to the machine that this site runs on.",
    todo: checkName,
    inForm:
      "Enter your mail server's name. To use a mail server on the same machine, ask the person who " +
      "runs this site to set SMTP_URL.",
  },
  {
    codes: /CERT/,
    why: "The mail server's certificate isn't valid for its name.",
    todo: "Check that its certificate matches its name.",
    inForm: "Enter the name that its certificate is for. Ask the people who run the mail server.",
  },
  {
    codes: /ETLS/,
    why: "The mail server has no secure connection that we can trust.",
    todo: "Check that its certificate matches its name, and that it supports TLS.",
    inForm: "Try TLS with port 465, or ask the people who run the mail server.",
  },
  {
    codes: /ECONNREFUSED/,
    why: "The mail server refused the connection.",
    todo: "Check the address and the port in SMTP_URL, and that the server is running.",
    inForm: "Check the port: most servers use 587 with STARTTLS, or 465 with TLS.",
  },
  {
    codes: /ESOCKET|ECONN|ETIMEDOUT|EPROTOCOL/,
    why: "The mail server can't be reached.",
    todo: "Check the address and the port in SMTP_URL, and that no firewall is in between.",
    inForm:
      "Check the port, and that STARTTLS goes with 587 and TLS with 465. Many hosting companies " +
      "block these ports: then ask the person who runs this site.",
  },
  {
    codes: /5\d\d/,
    why: "The mail server refused mail from us.",
    todo: "Check that MAIL_FROM is an address that this server may send from.",
    inForm: "Check that this user may send from the sender's address.",
  },
] as const;
