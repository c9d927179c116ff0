import { randomUUID } from "node:crypto";
import type { MemberRecord } from "../../../../events/members/record.ts";
import type { SettingsCommand } from "../../../../events/program/decide-settings.ts";
import type { Settings } from "../../../../events/program/handle-settings.ts";
import { causeOf } from "../../../auth/cause.ts";
import type { Origin } from "../../../auth/origin.ts";
import { tooMany } from "../../../auth/limits/too-many.ts";
import type { Mailing } from "../../../mail/setup/mailing.ts";
import { testLetter } from "../../../mail/templates/account-letters.ts";
import { write } from "../../../mail/templates/letter.ts";
import { type Mail, MailRefused, MailUnavailable } from "../../../mail/mail.ts";
import { type Explained, explainFailure } from "../../../mail/setup/explain-failure.ts";
import { Problem } from "../../../contract/problem.ts";
import type { SharedCounts } from "../../../auth/limits/shared-counts.ts";
import type { Staff } from "../../../auth/staff.ts";
import type { MailChange } from "./mail-change.ts";

interface MailRulesParts {
  readonly staff: Pick<Staff, "require" | "requireConfirmed">;
  readonly settingsCommands: Pick<Settings, "execute">;
  readonly mailing: Pick<Mailing, "current" | "installed" | "letterhead" | "settings">;
  readonly counts: Pick<SharedCounts, "take">;
  /** @param before The previous mail server. */
  readonly tellStaff: (change: MailChange, before: Mail) => void;
  readonly now: () => Date;
}

export type TestOutcome =
  | { readonly isSent: true; readonly to: string }
  | { readonly isSent: false } & Explained;

type ChangeSettings = Extract<SettingsCommand, { readonly type: "ChangeSettings" }>;

const testsAnHour = 5;
/** Limit for all staff together: each check connects to a server that someone has typed. */
const checksAnHour = 10;
const hourMs = 60 * 60 * 1000;

/** Permission, rate limit and notice to staff for changes of mail settings. */
export class MailRules {
  constructor(private readonly parts: MailRulesParts) {}

  /** @throws {Problem} 404 for everyone but staff. */
  require(memberId: string): Promise<MemberRecord> {
    return this.parts.staff.require(memberId);
  }

  /** @throws {Problem} 404 for everyone but staff; 403 with `confirm` without a recent check. */
  async requirePower(memberId: string, origin: Origin): Promise<MemberRecord> {
    const member = await this.parts.staff.require(memberId);
    this.parts.staff.requireConfirmed(origin);
    return member;
  }

  /** @throws {Problem} 409 without a verified address; 429 after too many checks of all staff. */
  async countCheck({ emailVerified }: MemberRecord): Promise<void> {
    if (!emailVerified) {
      throw new Problem(409, "Confirm your own email address first: emails about this go there");
    }
    await this.#count("mail checks", "mail checks", checksAnHour);
  }

  /** @throws {Problem} 429 after too many. */
  async countTest(memberId: string): Promise<void> {
    await this.#count("test emails", `test mails ${memberId}`, testsAnHour);
  }

  /** Staff's settings, unless environment variables have set up mail. */
  async setByStaff() {
    const { installed, settings } = this.parts.mailing;
    const set = installed.isFolder ? await settings.read() : undefined;
    return set?.settings && { ...set, settings: set.settings };
  }

  async tryMail(mail: Mail, memberId: string, to: string) {
    const { mailing: { letterhead }, now } = this.parts;
    const letter = await write([testLetter(letterhead)], letterhead, to);
    return await failureOf(
      mail.send({ id: randomUUID(), memberId, writtenAt: now(), to, ...letter }),
    );
  }

  /**
   * Appends the event first, since an interrupted change must be noticed. Then tells all other
   * staff.
   */
  async saveChange(
    events: Pick<ChangeSettings, "mail" | "replies">,
    change: MailChange,
    origin: Origin,
    store: () => Promise<void>,
  ): Promise<void> {
    const { mailing, settingsCommands, tellStaff } = this.parts;
    const before = await mailing.current();
    const cause = causeOf(change.by, origin);
    await settingsCommands.execute({ type: "ChangeSettings", ...events }, cause);
    await store();
    tellStaff(change, before);
  }

  async #count(what: string, key: string, atMost: number): Promise<void> {
    const waitMs = await this.parts.counts.take(key, [{ perMs: hourMs, atMost }]);
    if (waitMs !== undefined) throw tooMany(what, waitMs);
  }
}

/** Why mail wasn't sent, if so. Other errors are thrown. */
export async function failureOf(
  work: Promise<unknown>,
): Promise<MailRefused | MailUnavailable | undefined> {
  try {
    await work;
  } catch (error) {
    if (error instanceof MailRefused || error instanceof MailUnavailable) return error;
    throw error;
  }
}

const addresses = {
  yours: { name: "your email address", todo: "Check your address in your account details." },
  answers: { name: "the address for answers", todo: "Check its spelling." },
} as const;

/** @param address The mail's recipient. */
export function explained(
  failure: MailRefused | MailUnavailable,
  address: keyof typeof addresses = "yours",
): Explained {
  const { name, todo } = addresses[address];
  if (failure instanceof MailRefused) {
    return { why: `The mail server works, but it refused ${name}.`, todo };
  }
  if (failure.isOfRecipient) {
    return {
      why: `The mail server works, but it didn't take mail to ${name} now.`,
      todo: "Some servers want to be asked again. Try again in a few minutes.",
      words: failure.words,
    };
  }
  return explainFailure(failure);
}
