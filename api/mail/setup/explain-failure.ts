import { lasting } from "../../../events/amounts.ts";
import { oldMs } from "../inbound/transports/imap-connection.ts";

export interface Explained {
  readonly why: string;
  readonly todo: string;
  /** The server's own words. */
  readonly words?: string | undefined;
}

interface Failure {
  readonly code: string;
  readonly words?: string | undefined;
}

export function explainFailure({ code, words }: Failure): Explained {
  const own = refusedByUs.find(([codes]) => codes.test(code));
  if (own !== undefined) return { why: own[1], todo: own[2] };
  const [, what, todo] = causes.find(([codes]) => codes.test(code)) ?? otherCause;
  return { why: `${serverOf(code)} ${what}`, todo, words };
}

function serverOf(code: string): string {
  if (code.startsWith("EIMAP")) return "The mailbox for answers";
  return code.startsWith("EOAUTH") ? "The sign-in service" : "The mail server";
}

type Cause = readonly [codes: RegExp, what: string, todo: string];

const refusedLogin = "refused the login.";

/** Checked in this order. */
const causes: readonly Cause[] = [
  [
    /CERT|TLS/,
    "has no encrypted connection that we can trust.",
    "Enter the name that its certificate is for. TLS from the start goes with port 465 or 993, and STARTTLS with the " +
    "others.",
  ],
  [
    /EDNS|ENOTFOUND|EOWNHOST|ESOCKET|ECONN|ETIMEDOUT|EPROTOCOL|timeout|away/,
    "can't be reached.",
    "Check its name and the port. It can't be the machine that this site runs on. Many hosting companies block mail: " +
    "then ask the person who runs this site.",
  ],
  [
    /EOAUTH/,
    refusedLogin,
    "Ask your IT office to check the app there: its ID, its secret, which may have expired, and its permissions. Then " +
    "sign in again.",
  ],
  [
    /EAUTH|EIMAP login|53\d/,
    refusedLogin,
    "Check the user name, often the full email address, and the password. If you signed in with Microsoft or Google, " +
    "your IT office has to turn on authenticated SMTP, or IMAP, for this mailbox. Microsoft takes no passwords.",
  ],
  [
    /5\d\d/,
    "refused the sender or the recipient.",
    "Check that this user may send from the sender's address, and to everyone.",
  ],
];
const otherCause: Cause = [
  /./,
  "did something that we don't know.",
  "Try again in a few minutes. Then show its words to the people who run it.",
];

const refusedByUs: readonly Cause[] = [
  [
    /EIMAP folder/,
    "The mailbox for answers doesn't have the folder that is set.",
    "Check the folder's name. INBOX is always there.",
  ],
  [
    /EIMAP used/,
    "The mailbox's folder has old mails that someone read. Answers are deleted from it, so it " +
    "must be for answers only.",
    `Use another mailbox, or move mails that are older than ${lasting(oldMs)} to another folder.`,
  ],
];
