import type { MailWay } from "../../../../events/program/setting-events.ts";
import { mailPorts } from "../../../../api/mail/setup/mail-form.ts";
import { pagePaths } from "../../../paths.ts";
import { type MailField, plain, secret, type WaySetUp } from "./way-route.tsx";

/** Names of services, at the end of "Sign in with". */
export const serviceNames = {
  microsoft: "Microsoft",
  google: "Google",
  oauth: "the mail service",
} as const;

const server: readonly MailField[] = [
  plain("host", "Server's name", { inputMode: "url", placeholder: "smtp.example.edu" }),
  {
    name: "security",
    label: "Encryption",
    options: [
      { value: "starttls", label: "STARTTLS (usual, with port 587)" },
      { value: "tls", label: "TLS from the start (with port 465)" },
    ],
  },
  { name: "port", label: "Port", options: mailPorts.map(String) },
];

const mailbox = plain("user", "Mailbox", {
  type: "email",
  placeholder: "alumni@example.edu",
  hint: "The account that sends the emails.",
});

const app = (clientId: string): readonly MailField[] => [
  plain("clientId", clientId),
  secret("Client secret"),
  {
    name: "redirectUri",
    label: "Redirect address",
    readOnly: true,
    hint: "Your IT office registers exactly this address for the app.",
  },
];

const fields: Readonly<Record<MailWay, readonly MailField[]>> = {
  smtp: [
    ...server,
    plain("user", "User name", {
      required: false,
      hint: "Often the full email address. Leave blank if your server wants no user name.",
    }),
    secret("Password of this user", false),
  ],
  microsoft: [
    mailbox,
    plain("tenant", "Directory (tenant) ID"),
    ...app("Application (client) ID"),
  ],
  google: [mailbox, ...app("Client ID")],
  oauth: [
    mailbox,
    plain("authorizeUrl", "Authorization address", {
      inputMode: "url",
      placeholder: "https://login.example.edu/authorize",
      maxLength: 500,
    }),
    plain("tokenUrl", "Token address", {
      inputMode: "url",
      placeholder: "https://login.example.edu/token",
      maxLength: 500,
    }),
    plain("scope", "Scopes (optional)", { required: false, maxLength: 500 }),
    ...app("Client ID"),
    ...server,
  ],
};

/** The address that emails come from, for every kind of service. */
const senderFields: readonly MailField[] = [
  plain("fromAddress", "Sender's address", {
    type: "email",
    placeholder: "alumni@example.edu",
    hint: "The address that emails come from. Your account there must be allowed to send from it.",
  }),
  {
    name: "fromName",
    label: "Sender's name (optional)",
    autoComplete: "off",
    maxLength: 100,
    hint: "Leave blank to use your program's name.",
  },
];

/** Sets up mail, for people who can't change the server's files. */
export const mailSetUp: WaySetUp<MailWay> = {
  title: "Set up mail",
  failedTitle: "Mail isn't set up yet",
  navLabel: "Ways to send mail",
  ways: {
    smtp: {
      label: "Server and password",
      about:
        "Ask your IT office or your mail service for these settings. They often call them “SMTP” or “outgoing mail”. " +
        "Services such as Postmark, Mailgun and Amazon SES have them, too.",
    },
    microsoft: {
      label: "Microsoft 365",
      about:
        "Ask your IT office to register an app in Microsoft Entra with the redirect address below and the delegated Graph " +
        "permissions offline_access, SMTP.Send and IMAP.AccessAsUser.All, and to turn on authenticated SMTP for the " +
        "mailbox. Then you sign in to the mailbox once.",
    },
    google: {
      label: "Google",
      about:
        "Ask your IT office to make an internal app in Google Cloud with the scope https://mail.google.com/, and an " +
        "OAuth client (web application) with the redirect address below. Then you sign in to the mailbox once.",
    },
    oauth: {
      label: "Another sign-in",
      about:
        "For a mail server that takes no passwords and isn't Microsoft's or Google's. Ask your IT office for these " +
        "settings (OAuth with PKCE). Then you sign in to the mailbox once.",
    },
  },
  usual: "smtp",
  fields: (way) => [...fields[way], ...senderFields],
  note: (way, email) =>
    way === "smtp"
      ? `We sign in and send a test email to ${email}. If both work, we save the settings. All other ` +
        "staff get an email about the change. This can take half a minute."
      : "On the next page you sign in to the mailbox, and send yourself a test email. We save the settings only if it " +
        "works.",
  submit: (way) => way === "smtp" ? "Check and save" : "Continue",
  pathOf: pagePaths.setUpMail,
};
