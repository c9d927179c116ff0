import type { ReplyWay } from "../../../../../events/program/setting-events.ts";
import { mailboxPorts } from "../../../../../api/mail/setup/reply-form.ts";
import { pagePaths } from "../../../../paths.ts";
import { type MailField, plain, secret, type WaySetUp } from "../way-route.tsx";

export const firstValues = { usesPlus: "true", port: String(mailboxPorts[0]), folder: "INBOX" };

const addressFields: readonly MailField[] = [
  plain("address", "Address for answers", {
    type: "email",
    placeholder: "reply@example.edu",
    hint: "Answers to our emails go there. Use it for nothing else.",
  }),
  {
    name: "usesPlus",
    label: "",
    switchedBy: "It gets emails with a + in the address, too",
    hint:
      "Such as reply+word@example.edu. Most mail services do this. Turn it off if yours doesn't.",
  },
];

const fields: Readonly<Record<ReplyWay, readonly MailField[]>> = {
  imap: [
    plain("host", "Server's name", { inputMode: "url", placeholder: "imap.example.edu" }),
    {
      name: "port",
      label: "Port",
      options: [
        { value: "993", label: "993 (TLS from the start, usual)" },
        { value: "143", label: "143 (STARTTLS)" },
      ],
    },
    plain("user", "User name", { hint: "Often the full email address." }),
    secret(
      "Password of this user",
      false,
      "Leave blank if you signed in with Microsoft or Google to send, and this is the same account.",
    ),
    plain("folder", "Folder"),
  ],
  hook: [],
};

const authservId = plain("authservId", "Name of the receiving server (optional)", {
  required: false,
  placeholder: "mx.example.edu",
  hint:
    "Open an email that arrived there and show its headers. The topmost line “Authentication-Results” starts with this " +
    "name. Enter it only if the server adds this line to every email. For Microsoft Exchange, enter “first”. If you " +
    "leave it blank, some people have to confirm that they wrote an answer.",
});

/** Sets up answers by email, for people who can't change the server's files. */
export const answersSetUp: WaySetUp<ReplyWay> = {
  title: "Set up answers by email",
  failedTitle: "Answers by email aren't set up yet",
  navLabel: "Ways for answers to arrive",
  ways: {
    imap: {
      label: "Mailbox (IMAP)",
      about:
        "We read a mailbox that you use for answers only, and delete each email once we've read it. Ask your IT " +
        "office or your mail service for these settings.",
    },
    hook: {
      label: "Mail service",
      about:
        "A mail service, or a server of your own, receives the emails and posts each one here, unchanged. You need a " +
        "domain whose MX records lead to it. Mailgun, SendGrid and Cloudflare can do this.",
    },
  },
  usual: "imap",
  fields: (way) => [...addressFields, ...fields[way], authservId],
  note: (way) =>
    way === "imap"
      ? "We sign in and open the folder. If both work, we save the settings. All other staff get an " +
        "email about the change. This can take half a minute."
      : "We save the settings and show you the address that emails have to be posted to. All other " +
        "staff get an email about the change.",
  submit: (way) => way === "imap" ? "Check and save" : "Save",
  pathOf: pagePaths.setUpAnswers,
};
