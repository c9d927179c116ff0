/**
 * The steps of the product's work that leave something behind, each recognised by what it writes:
 * a batch of statements, a change of a file, or a mail. Between any two of them, and in the middle
 * of most, a process can die.
 *
 * @module
 */

import type { TalkDoing } from "./talks.ts";

/** Something that the product is about to write. */
export type Write =
  | { readonly edge: "database"; readonly database: string; readonly sql: string }
  | {
    readonly edge: "file";
    readonly call: "write" | "rename" | "link" | "rm";
    readonly path: string;
  }
  | { readonly edge: "mail" };

export type Moment = "before" | "within" | "after";

/** What makes the product take a step. */
export type Way =
  /** People using it; this request more often than others. */
  | { readonly by: "people"; readonly doing: Doing }
  /** The first start on an empty folder. */
  | { readonly by: "first start" }
  /** Weeks that pass while it is stopped. */
  | { readonly by: "time" }
  /** A command beside the running service. */
  | { readonly by: "command"; readonly command: "rotate-kek" | "rebuild" };

export type Doing =
  | "register"
  | "sign in"
  | "create a profile"
  | "change the profile"
  | "change the username"
  | "delete the profile"
  | "change the picture"
  | "reset the password"
  | "delete the account"
  | TalkDoing;

export interface Step {
  isIt(write: Write): boolean;
  readonly moments: readonly Moment[];
  readonly way: Way;
}

const around = ["before", "after"] as const;
/** Of several statements, or of a file's content, half can be written. */
const anywhere = ["before", "within", "after"] as const;

const batch = (database: RegExp, has: RegExp, hasNot?: RegExp) => (write: Write) =>
  write.edge === "database" && database.test(write.database) && has.test(write.sql) &&
  hasNot?.test(write.sql) !== true;
const file = (call: "write" | "rename" | "link" | "rm", path: RegExp) => (write: Write) =>
  write.edge === "file" && write.call === call && path.test(write.path);
const people = (doing: Doing) => ({ by: "people", doing } as const);

const erases = /^DELETE FROM sealed_payloads/m;
const releases = /^DELETE FROM claims WHERE kind/m;
/** What two people do is decided on both of their streams. */
const isOfTwo = /WHERE EXISTS \(SELECT 1 FROM events WHERE member_id/.source;
const endsSessions = /^DELETE FROM sessions/m;

export const steps = {
  "secret file": {
    isIt: file("write", /\/secrets\//),
    moments: anywhere,
    way: { by: "first start" },
  },
  "migration": {
    isIt: batch(/./, /^INSERT INTO migrations/m),
    moments: anywhere,
    way: { by: "first start" },
  },
  "credentials": {
    isIt: batch(/vault/, /^INSERT INTO credentials/m, endsSessions),
    moments: around,
    way: people("register"),
  },
  "token": {
    isIt: batch(/vault/, /^INSERT INTO tokens/m),
    moments: around,
    way: people("register"),
  },
  "member key": {
    isIt: batch(/vault/, /^INSERT OR IGNORE INTO member_keys/m),
    moments: around,
    way: people("register"),
  },
  "append": {
    isIt: batch(
      /events/,
      /^INSERT INTO events/m,
      new RegExp(`${erases.source}|${releases.source}`, "m"),
    ),
    moments: anywhere,
    way: people("register"),
  },
  "claims release": {
    isIt: batch(/events/, releases, erases),
    moments: anywhere,
    way: people("change the username"),
  },
  "projection and checkpoint": {
    isIt: batch(/read/, /^INSERT INTO members /m),
    moments: anywhere,
    way: people("change the profile"),
  },
  "session": {
    isIt: batch(/vault/, /^INSERT INTO sessions/m),
    moments: around,
    way: people("sign in"),
  },
  "outbox lease": {
    isIt: batch(/events/, /^UPDATE outbox\s+SET lease_holder = \?/m),
    moments: around,
    way: people("register"),
  },
  "outbox send": {
    isIt: ({ edge }) => edge === "mail",
    moments: around,
    way: people("register"),
  },
  "outbox mark": {
    isIt: batch(/events/, /^DELETE FROM outbox WHERE message_id IN/m),
    moments: around,
    way: people("register"),
  },
  "reset mail": {
    isIt: batch(/events/, /^INSERT INTO outbox/m, /^INSERT INTO events/m),
    moments: around,
    way: people("reset the password"),
  },
  "new password": {
    isIt: batch(/vault/, /^INSERT INTO credentials[^]+^DELETE FROM sessions/m),
    moments: anywhere,
    way: people("reset the password"),
  },
  "upload": {
    isIt: file("link", /\/uploads\//),
    moments: around,
    way: people("change the picture"),
  },
  "object copy": {
    isIt: file("rename", /\/pictures\//),
    moments: around,
    way: people("change the picture"),
  },
  "original removal": {
    isIt: file("rm", /\/uploads\//),
    moments: around,
    way: people("change the picture"),
  },
  "picture removal": {
    isIt: file("rm", /\/pictures\//),
    moments: around,
    way: people("delete the account"),
  },
  "request append": {
    isIt: batch(/events/, new RegExp(`${isOfTwo}[^]+^INSERT INTO outbox`, "m")),
    moments: anywhere,
    way: people("ask for help"),
  },
  "answer append": {
    isIt: batch(/events/, new RegExp(isOfTwo)),
    moments: anywhere,
    way: people("answer a request"),
  },
  "message append": {
    isIt: batch(/events/, new RegExp(`${isOfTwo}[^]+^INSERT INTO outbox`, "m")),
    moments: anywhere,
    way: people("write"),
  },
  "notice mark": {
    isIt: batch(/events/, /^DELETE FROM outbox WHERE message_id IN/m),
    moments: around,
    way: people("write"),
  },
  "connection projection": {
    isIt: batch(/read/, /^INSERT INTO connections\s/m),
    moments: anywhere,
    way: people("write"),
  },
  "count of conversations": {
    isIt: batch(/read/, /^UPDATE members SET conversations/m),
    moments: anywhere,
    way: people("end a conversation"),
  },
  "expiry append": {
    isIt: batch(/events/, new RegExp(isOfTwo)),
    moments: anywhere,
    way: { by: "time" },
  },
  "texts forgotten": {
    isIt: batch(/events/, /^INSERT OR IGNORE INTO forgotten_payloads/m),
    moments: anywhere,
    way: { by: "time" },
  },
  "erasure": {
    isIt: batch(/events/, erases),
    moments: anywhere,
    way: people("delete the account"),
  },
  "key destruction": {
    isIt: batch(/vault/, /^DELETE FROM member_keys/m),
    moments: anywhere,
    way: people("delete the account"),
  },
  "vault rewritten": {
    isIt: batch(/vault/, /^VACUUM/m),
    moments: around,
    way: people("delete the account"),
  },
  "vault log emptied": {
    isIt: batch(/vault/, /^PRAGMA wal_checkpoint/m),
    moments: around,
    way: people("delete the account"),
  },
  "read tables rewritten": {
    isIt: batch(/read/, /^VACUUM/m),
    moments: around,
    way: people("delete the account"),
  },
  "read log emptied": {
    isIt: batch(/read/, /^PRAGMA wal_checkpoint/m),
    moments: around,
    way: people("delete the account"),
  },
  "erasure ledger": {
    isIt: file("write", /erasures$/),
    moments: anywhere,
    way: people("delete the account"),
  },
  "rewrap": {
    isIt: batch(/vault/, /^UPDATE member_keys SET wrapped_key = \?/m),
    moments: anywhere,
    way: { by: "command", command: "rotate-kek" },
  },
  "rebuild": {
    isIt: batch(/read/, /^DELETE FROM members$/m),
    moments: anywhere,
    way: { by: "command", command: "rebuild" },
  },
} as const satisfies Record<string, Step>;

export type StepName = keyof typeof steps;

/** A named point: a moment of a step. */
export interface Point {
  readonly step: StepName;
  readonly moment: Moment;
}

export const points: readonly Point[] = Object.entries(steps).flatMap(([step, { moments }]) =>
  moments.map((moment) => ({ step: step as StepName, moment }))
);

export function nameOf({ step, moment }: Point): string {
  return `${moment} ${step}`;
}
