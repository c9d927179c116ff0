import type { MailWay } from "../../../../events/program/setting-events.ts";
import { mailPorts } from "../../../../api/mail/setup/mail-form.ts";
import { pagePaths } from "../../../paths.ts";
import { type MailField, plain, secret, type WayFormState, WayPage } from "./way-page.tsx";

export interface SetUpMailPageProps extends WayFormState<MailWay> {
  /** Address that the test email goes to. */
  readonly email: string;
}

/** Sets up mail, for people who can't change the server's files. */
export function SetUpMailPage({ email, ...form }: SetUpMailPageProps) {
  return (
    <WayPage
      {...form}
      title="Set up mail"
      failedTitle="Mail isn't set up yet"
      navLabel="Ways to send mail"
      ways={ways}
      fields={[...fieldsOf[form.way], ...senderFields]}
      note={
        <>
          We sign in and send a test email to{" "}
          {email}. If both work, we save the settings. All other staff get an email about the
          change. This can take half a minute.
        </>
      }
      submit="Check and save"
      pathOf={pagePaths.setUpMail}
    />
  );
}

const ways: Readonly<Record<MailWay, { readonly label: string; readonly about: string }>> = {
  smtp: {
    label: "Your own mail server",
    about:
      "Ask your IT office or your mail service for these settings. They often call them “SMTP” or “outgoing mail”.",
  },
  postmark: {
    label: "Postmark",
    about: "A paid mail service. You need an account, a confirmed domain, and a server API token.",
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
};

/** The settings of each way to send mail, in the order of the form. */
const fieldsOf: Readonly<Record<MailWay, readonly MailField[]>> = {
  smtp: [
    {
      ...plain,
      name: "host",
      label: "Server's name",
      inputMode: "url",
      placeholder: "smtp.example.edu",
      required: true,
    },
    {
      name: "security",
      label: "Encryption",
      options: [
        { value: "starttls", label: "STARTTLS (usual, with port 587)" },
        { value: "tls", label: "TLS from the start (with port 465)" },
      ],
    },
    { name: "port", label: "Port", options: mailPorts.map(String) },
    {
      ...plain,
      name: "user",
      label: "User name",
      hint: "Often the full email address. Leave blank if your server wants no user name.",
    },
    secret("Password of this user", false),
  ],
  postmark: [secret("Server API token")],
  mailgun: [
    { ...plain, name: "domain", label: "Domain", placeholder: "mg.example.edu", required: true },
    {
      name: "region",
      label: "Region",
      options: [{ value: "us", label: "United States" }, { value: "eu", label: "Europe" }],
    },
    secret("Sending key"),
  ],
  ses: [
    { ...plain, name: "region", label: "Region", placeholder: "us-east-1", required: true },
    { ...plain, name: "accessKeyId", label: "Access key ID", required: true },
    secret("Secret access key"),
  ],
};

/** The address that emails come from, for every way. */
const senderFields: readonly MailField[] = [
  {
    ...plain,
    name: "fromAddress",
    label: "Sender's address",
    type: "email",
    placeholder: "alumni@example.edu",
    required: true,
    hint: "The address that emails come from. Your account there must be allowed to send from it.",
  },
  {
    name: "fromName",
    label: "Sender's name (optional)",
    autoComplete: "off",
    maxLength: 100,
    hint: "Leave blank to use your program's name.",
  },
];
