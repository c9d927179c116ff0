/**
 * Steps of the product's work that leave something behind: a batch of statements, a change of a file, or a mail.
 * A process can die between two of them, and in the middle of most. Each is recognized by the text that it writes.
 *
 * @module
 */
import type { accountActions } from "./accounts.ts";
import type { conversationActions } from "./conversations.ts";

/** Something that the product is about to write. */
export type Write =
  | { readonly edge: "database"; readonly sql: string }
  | { readonly edge: "file"; readonly call: FileCall; readonly path: string }
  | { readonly edge: "mail" };

type FileCall = "write" | "rename" | "link" | "rm";
export type Moment = "before" | "within" | "after";

/** An action of a person that makes the product take steps. */
export type ActionName = keyof typeof accountActions | keyof typeof conversationActions;

/** `start` is the first start or a command; tests of these are in `scenarios/`. */
export type Trigger = ActionName | "start";

type Step = readonly [
  matches: (write: Write) => boolean,
  moments: readonly Moment[],
  trigger: Trigger,
];

const around = ["before", "after"] as const;
/** Only steps of several statements, or of a file's content, can be half written. */
const anywhere = ["before", "within", "after"] as const;

/** Matches typed queries, too, which quote names and are in lower case. */
const isIn = (sql: string, { source }: RegExp) =>
  new RegExp(source, "im").test(sql.replaceAll('"', ""));
const batch = (has: RegExp, hasNot?: RegExp) => (write: Write) =>
  write.edge === "database" && isIn(write.sql, has) &&
  !(hasNot !== undefined && isIn(write.sql, hasNot));
const file = (call: FileCall, path: RegExp) => (write: Write) =>
  write.edge === "file" && write.call === call && path.test(write.path);
const mail = (write: Write) => write.edge === "mail";

const erases = /^DELETE FROM personal/m;
const releases = /^DELETE FROM claims WHERE kind/m;
const erasesOrReleases = new RegExp(`${erases.source}|${releases.source}`, "m");
/** Changes that involve two people check the ends of both of their streams. */
const involvesTwo = /WHERE EXISTS \(SELECT 1 FROM events WHERE stream/;
const appendsForTwoWithMail = new RegExp(`${involvesTwo.source}[^]+^INSERT INTO outbox`, "m");
const appends = /^INSERT INTO events/m;
const registers = /^INSERT INTO events[^]+^INSERT INTO member_keys/m;
const marksMail = /^DELETE FROM outbox WHERE message_id IN/m;

export const steps = {
  "secret file": [file("write", /\/secrets\//), anywhere, "start"],
  "migration": [batch(/^INSERT INTO migrations/m), anywhere, "start"],
  "registration": [batch(registers, erases), anywhere, "register"],
  "token": [batch(/^INSERT INTO tokens/m, appends), around, "reset the password"],
  "append": [
    batch(appends, new RegExp(`${erasesOrReleases.source}|^INSERT INTO credentials`, "m")),
    anywhere,
    "change the profile",
  ],
  "claims release": [batch(releases, erases), anywhere, "change the username"],
  "session": [batch(/^INSERT INTO sessions/m, appends), around, "sign in"],
  "outbox lease": [batch(/^UPDATE outbox\s+SET lease_holder = \?/m), around, "register"],
  "outbox send": [mail, around, "register"],
  "outbox mark": [batch(marksMail), around, "register"],
  "reset mail": [
    batch(/^INSERT INTO outbox/m, appends),
    around,
    "reset the password",
  ],
  "new password": [
    batch(/^INSERT INTO events[^]+^INSERT INTO credentials[^]+^DELETE FROM sessions/m),
    anywhere,
    "reset the password",
  ],
  "upload": [file("link", /\/uploads\//), around, "change the picture"],
  "object copy": [file("rename", /\/pictures\//), around, "change the picture"],
  "original removal": [file("rm", /\/uploads\//), around, "change the picture"],
  "picture removal": [file("rm", /\/pictures\//), around, "delete the account"],
  "request append": [batch(appendsForTwoWithMail), anywhere, "ask for help"],
  "answer append": [batch(involvesTwo), anywhere, "answer a request"],
  "erasure": [batch(erases), anywhere, "delete the account"],
  "write-ahead log emptied": [batch(/^PRAGMA wal_checkpoint/m), around, "delete the account"],
  "erasure ledger": [file("write", /erasures$/), anywhere, "delete the account"],
  "secret added": [file("rename", /\/secret$/), around, "start"],
  "change of the secret": [batch(/^UPDATE member_keys SET wrapped = unhex/m), anywhere, "start"],
  "restored picture": [file("rename", /\/pictures\//), around, "start"],
  "restored copy": [batch(/^INSERT INTO restores/m), anywhere, "start"],
  "log of the empty database": [file("rm", /\/data\/alumni\.db-wal$/), around, "start"],
  "restored database": [file("rename", /\/data\/alumni\.db$/), around, "start"],
  "rebuild": [batch(/^DELETE FROM members$/m), anywhere, "start"],
} as const satisfies Record<string, Step>;

export type StepName = keyof typeof steps;

/** A point to die at. */
export interface Point {
  readonly step: StepName;
  readonly moment: Moment;
}

export const points: readonly Point[] = Object.entries(steps)
  .filter(([, [, , trigger]]) => trigger !== "start")
  .flatMap(([step, [, moments]]) => moments.map((moment) => ({ step: step as StepName, moment })));

export const nameOf = ({ step, moment }: Point) => `${moment} ${step}`;
