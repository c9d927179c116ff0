import type { MemberRecord } from "../../../../events/members/record.ts";
import type { SettingsCommand } from "../../../../events/program/decide-settings.ts";
import type { Settings } from "../../../../events/program/handle-settings.ts";
import { causeOf } from "../../../auth/cause.ts";
import { requireConfirmed } from "../../../auth/confirmed.ts";
import type { Origin } from "../../../auth/origin.ts";
import { tooMany } from "../../../auth/too-many.ts";
import type { Mailing } from "../../../composition/mailing.ts";
import type { Shared } from "../../../composition/shared.ts";
import { testLetter } from "../../../mail/letters/account-letters.ts";
import { write } from "../../../mail/letters/letter.ts";
import { type Mail, MailRefused, MailUnavailable } from "../../../mail/mail.ts";
import { type Explained, explainFailure } from "../../../mail/setup/explain-failure.ts";
import type { MailState } from "../../../mail/setup/mail-state.ts";
import { Problem } from "../../../contract/problem.ts";
import { requireStaff } from "../require-staff.ts";
import { actorOf, changeLetter, kind, type MailChange } from "./mail-change.ts";

export interface MailParts extends Shared, Mailing {
  readonly recorded: Pick<Settings, "execute">;
  readonly mailState: () => Promise<MailState>;
}

export type TestOutcome =
  | { readonly isSent: true; readonly to: string }
  | { readonly isSent: false } & Explained;

type ChangeSettings = Extract<SettingsCommand, { readonly type: "ChangeSettings" }>;

const testsAnHour = 5;
/** Of all staff together: each check connects to a server that someone has typed. */
const checksAnHour = 10;
const hourMs = 60 * 60 * 1000;

/** Permission, rate limit and notice to staff for changes of mail settings. */
export class MailRules {
  constructor(protected readonly deps: MailParts) {}

  /**
   * @throws {Problem} 404 for others than staff; 403 with `confirm` without a recent check.
   */
  protected async requirePower(memberId: string, { session }: Origin): Promise<MemberRecord> {
    const member = await requireStaff(this.deps, memberId);
    requireConfirmed(session?.confirmedAtMs, this.deps.now());
    return member;
  }

  /** @throws {Problem} 409 without a verified address; 429 after too many checks of all staff. */
  protected async countCheck({ emailVerified }: MemberRecord): Promise<void> {
    if (!emailVerified) {
      throw new Problem(409, "Confirm your own email address first: emails about this go there");
    }
    await this.#count("mail checks", "mail checks", checksAnHour);
  }

  /** @throws {Problem} 429 after too many. */
  protected async countTest(memberId: string): Promise<void> {
    await this.#count("test emails", `test mails ${memberId}`, testsAnHour);
  }

  /** Staff's settings, unless a variable has set up mail. */
  protected async setByStaff() {
    const set = this.deps.mail.isFolder ? await this.deps.mailSettings.read() : undefined;
    return set?.settings && { ...set, settings: set.settings };
  }

  protected async tryMail(mail: Mail, memberId: string, to: string) {
    const { letterhead, newId, now } = this.deps;
    const letter = await write([testLetter(letterhead)], letterhead);
    return await failureOf(mail.send({ id: newId(), memberId, writtenAt: now(), to, ...letter }));
  }

  /** Records the event first: an interrupted change must be noticed. All other staff are told. */
  protected async record(
    events: Pick<ChangeSettings, "mail" | "replies">,
    change: MailChange,
    origin: Origin,
    store: () => Promise<void>,
  ): Promise<void> {
    const { currentMail, recorded, background, wakeSender } = this.deps;
    const before = await currentMail();
    const cause = causeOf(change.by, origin);
    await recorded.execute({ type: "ChangeSettings", ...events }, cause);
    await store();
    const tell = () => tellStaff(change, before, this.deps);
    background.start("telling staff about mail settings", tell);
    wakeSender();
  }

  async #count(what: string, key: string, atMost: number): Promise<void> {
    const waitMs = await this.deps.counts.take(key, [{ perMs: hourMs, atMost }]);
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

/** Mails all other staff. @param before The mail server until now. */
async function tellStaff(
  change: MailChange,
  before: Pick<Mail, "send" | "isFolder">,
  { people, table, mailQueue, letterhead, now, newId }: MailParts,
): Promise<void> {
  const actor = await actorOf(table, change.by);
  let isWorking = !before.isFolder;
  for (const reader of await people.staff()) {
    const { memberId, email: to } = reader;
    if (memberId === change.by) continue;
    const letter = await write([changeLetter(reader, change, actor, letterhead)], letterhead);
    const message = { id: newId(), memberId, writtenAt: now(), to, ...letter };
    // After one failure, the other mails wait for the new settings.
    isWorking &&= await before.send(message).then(() => true, () => false);
    if (!isWorking) await mailQueue.add(memberId, { kind, content: change });
  }
}
