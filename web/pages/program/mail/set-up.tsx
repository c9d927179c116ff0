import type { MailWay } from "../../../../events/program/setting-events.ts";
import { mailPorts } from "../../../../api/mail/setup/mail-form.ts";
import { pagePaths } from "../../../paths.ts";
import { type MailField, plain, secret, type WaySetUp } from "./way-route.tsx";

const fields: Readonly<Record<MailWay, readonly MailField[]>> = {
  smtp: [
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
    plain("user", "User name", {
      required: false,
      hint: "Often the full email address. Leave blank if your server wants no user name.",
    }),
    secret("Password of this user", false),
  ],
  postmark: [secret("Server API token")],
  mailgun: [
    plain("domain", "Domain", { placeholder: "mg.example.edu" }),
    {
      name: "region",
      label: "Region",
      options: [{ value: "us", label: "United States" }, { value: "eu", label: "Europe" }],
    },
    secret("Sending key"),
  ],
  ses: [
    plain("region", "Region", { placeholder: "us-east-1" }),
    plain("accessKeyId", "Access key ID"),
    secret("Secret access key"),
  ],
};

/** The address that emails come from, for every way. */
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
      label: "Your own mail server",
      about:
        "Ask your IT office or your mail service for these settings. They often call them “SMTP” or “outgoing mail”.",
    },
    postmark: {
      label: "Postmark",
      about:
        "A paid mail service. You need an account, a confirmed domain, and a server API token.",
    },
    mailgun: {
      label: "Mailgun",
      about: "A paid mail service. You need an account, a confirmed domain, and a sending key.",
    },
    ses: {
      label: "Amazon SES",
      about:
        "A paid mail service. You need an account outside of the sandbox, a confirmed domain, and an access key that " +
        "may send email.",
    },
  },
  usual: "smtp",
  fields: (way) => [...fields[way], ...senderFields],
  note: (_, email) =>
    `We sign in and send a test email to ${email}. If both work, we save the settings. All other ` +
    "staff get an email about the change. This can take half a minute.",
  submit: () => "Check and save",
  pathOf: pagePaths.setUpMail,
};
