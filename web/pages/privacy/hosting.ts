import { counted, spelled } from "../../../events/amounts.ts";
import { programMailsAYear } from "../../../events/members/program-mails.ts";
import type { PrivacyFacts } from "../../../api/features/privacy/privacy-facts.ts";

type Line = readonly [term: string, text: string];

const databases = {
  disk: "On the disk of the machine that runs this site.",
  server: "On a database server that only this site's machines are meant to reach.",
} as const satisfies Readonly<Record<PrivacyFacts["database"], string>>;

const pictures = {
  disk: "On the disk of the machine that runs this site.",
  bucket: "In a file store (S3). A browser gets a picture only through this site, signed in.",
} as const satisfies Readonly<Record<PrivacyFacts["pictures"], string>>;

const searches = {
  embedded: "In this site's own memory.",
  meilisearch:
    "On a search server (Meilisearch). It has what every member may see, and no contacts.",
} as const satisfies Readonly<Record<PrivacyFacts["search"], string>>;

const backups = {
  folder: "In a folder, each hour. They are encrypted, and only the program's secret opens them.",
  bucket:
    "In a file store (S3), each hour. They are encrypted, and only the program's secret opens them.",
} as const satisfies Readonly<Record<PrivacyFacts["backups"], string>>;

/** Where data is stored: kinds of places, never their names. */
export function places(facts: PrivacyFacts): Line[] {
  return [
    [
      "Accounts, profiles and conversations",
      `${
        databases[facts.database]
      } Names, addresses, profiles and messages are encrypted there, each with a key of ` +
      "its member's own.",
    ],
    ["Pictures", pictures[facts.pictures]],
    ["The search", searches[facts.search]],
    ["Backups", backups[facts.backups]],
  ];
}

const servers = {
  variables: "through the mail server that the program set up",
  smtp: "through the mail server that the program set up",
  oauth: "through the mail server that the program set up",
  microsoft: "through the program's mailbox at Microsoft 365",
  google: "through the program's mailbox at Google",
} as const satisfies Readonly<Record<Exclude<PrivacyFacts["mail"], "none">, string>>;

/** Which emails are sent, and by which server. */
export function mailText({ mail, messagesKeepDays, sendsReminders }: PrivacyFacts): string {
  if (mail === "none") {
    return "Email isn't set up here, so none leaves. What we would send waits in a folder of the machine, for at most " +
      `${counted(messagesKeepDays, "day")}.`;
  }
  const reminders = sendsReminders ? "an invitation and at most two reminders" : "one invitation";
  const unasked = spelled(programMailsAYear, "email");
  return [
    "We email you about your account, requests, messages and reminders, and staff about what waits for them.",
    `Invited people get ${reminders}.`,
    `At most ${unasked} a year come without anyone's action, such as the question whether your profile is still right. ` +
    "You can turn those off.",
    "There is no advertising.",
    `Emails go out ${
      servers[mail]
    }. The people who run it can read them, and a copy stays in your mailbox.`,
  ].join(" ");
}

const answers = {
  sender:
    "You can answer by pressing Reply. We read answers in the mailbox that our emails come from, and delete them there.",
  mailbox:
    "You can answer by pressing Reply. We read answers in a mailbox for this alone, and delete them there.",
  service:
    "You can answer by pressing Reply. A mail service that the program chose passes answers on to us.",
  none: "Answers by email are off here: a reply doesn't reach the other person.",
} as const satisfies Readonly<Record<PrivacyFacts["answers"], string>>;

export function answersText(facts: PrivacyFacts): string {
  return answers[facts.answers];
}

/** What remains of a deleted account. */
export function afterLeaving({ backupDays }: Pick<PrivacyFacts, "backupDays">): readonly string[] {
  return [
    "Your account, profile, picture and messages are deleted at once, and the key that opens them is destroyed.",
    "What others wrote to you in conversations is deleted, too. They no longer see who you were.",
    `Backups contain your data for at most ${counted(backupDays, "day")} more.`,
    "What we keep: facts under a random id, for the statistics, and a scrambled form of your email address, so that an " +
    "imported list doesn't invite you again.",
    "Members whose contacts you saw still see that someone did on that day, without your name.",
    "Emails that we sent stay with the people who got them, and so does what members wrote down or printed.",
    "Staff can suspend an account, and only you or the people who run the machine can delete it.",
  ];
}
