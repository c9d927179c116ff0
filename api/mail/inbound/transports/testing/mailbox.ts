import { afterAll, onTestFinished } from "vitest";
import { openDatabase } from "../../../../../events/store/database.ts";
import { temporaryFolder } from "../../../../../events/testing/database.ts";
import { openSchema } from "../../../../../events/store/schema.ts";
import type { LogEntry } from "../../../../node/log.ts";
import type { Receive } from "../../inbound-mail.ts";
import { Mailbox, type MailboxPace } from "../mailbox.ts";
import { Outcomes } from "../../../outcomes.ts";
import type { ImapServer } from "../settings.ts";
import { type Dovecot, openDovecot } from "./dovecot.ts";

export const quick = { askMs: 200, firstPauseMs: 50, longestPauseMs: 400 };
const noState = { noteWorked: async () => {}, noteFailed: async () => {} };
export const soon = { timeout: 60_000 };

/** One Dovecot for all tests of a file. @returns A function that gives each test its own mailbox. */
export function sharedDovecot(): () => Promise<Dovecot> {
  let opening: Promise<Dovecot> | undefined;
  afterAll(async () => await (await opening)?.close());
  const open = async () => {
    const dovecot = await openDovecot();
    await dovecot.start();
    return dovecot;
  };
  return async () => {
    opening ??= open();
    const dovecot = await opening;
    return { ...dovecot, ...await dovecot.newMailbox() };
  };
}

/** A running Dovecot with further lines of configuration, for the current test. */
export async function running(settings: string): Promise<Dovecot> {
  const dovecot = await openDovecot(settings);
  onTestFinished(() => dovecot.close());
  await dovecot.start();
  return dovecot;
}

/** Starts reading a mailbox, for the current test. */
export function started(
  server: ImapServer,
  receive: Receive,
  { pace = quick, state = noState, log = () => {} }: {
    readonly pace?: Partial<MailboxPace>;
    readonly state?: Pick<Outcomes, "noteWorked" | "noteFailed">;
    readonly log?: (entry: LogEntry) => void;
  } = {},
): Mailbox {
  const mailbox = new Mailbox({ server, receive, state, log, pace });
  onTestFinished(() => mailbox.stop());
  mailbox.start();
  return mailbox;
}

/** The nodes' state of a mailbox, in its own database. */
export async function temporaryState(): Promise<Outcomes> {
  const url = `file:${await temporaryFolder()}/alumni.db`;
  const database = await openDatabase({ url, durability: "normal" });
  onTestFinished(() => database.close());
  await openSchema(database);
  return new Outcomes(database, () => new Date(), "mailbox");
}
