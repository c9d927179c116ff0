import { Refusal } from "../../events/errors.ts";
import type { MemberRecord } from "../../events/members/record.ts";
import type { Settings } from "../../events/program/handle-settings.ts";
import type { MailWay } from "../../events/program/setting-events.ts";
import { causeOf } from "../accounts/cause.ts";
import { requireConfirmed } from "../accounts/policies/confirmed.ts";
import type { Origin } from "../auth/origin.ts";
import type { SharedCounts } from "../auth/shared-counts.ts";
import { tooMany } from "../auth/too-many.ts";
import { mailBy, type MailWayDependencies } from "../mail/drivers/current-mail.ts";
import { testLetter } from "../mail/letters/account-letters.ts";
import { write } from "../mail/letters/letter.ts";
import { type Mail, MailRefused, MailUnavailable } from "../mail/mail.ts";
import type { MailOutcomes } from "../mail/outbox/outcomes.ts";
import type { RefusedAddresses } from "../mail/outbox/refused-addresses.ts";
import { type Explained, explainFailure, explainSetup } from "../mail/setup/explain-failure.ts";
import {
  type MailSettings,
  type ShownMailSettings,
  shownSettings,
} from "../mail/setup/mail-form.ts";
import type { MailSettingsStore } from "../mail/setup/mail-settings.ts";
import type { MailState } from "../mail/setup/mail-state.ts";
import type { Background } from "../node/background.ts";
import { Problem } from "../problems.ts";
import { actorOf, type MailChange, tellStaff, type TellStaffDependencies } from "./mail-change.ts";
import { requireStaff, type StaffDependencies } from "./require-staff.ts";

export interface MailNews extends MailState {
  /** A change by staff in the last week. All staff see it: a new mail server can read every mail. */
  readonly changed?: { readonly at: Date; readonly by: string } | undefined;
}

/** How mail is set up: by variables of the server, by staff, or not at all. */
export type MailView =
  | { readonly by: "variables" }
  | { readonly by: "nobody" }
  | {
    readonly by: "staff";
    readonly settings: ShownMailSettings;
    readonly at: Date;
    readonly name: string;
  };

export type TestOutcome =
  | { readonly isSent: true; readonly to: string }
  | { readonly isSent: false } & Explained;

interface MailSetupDependencies extends StaffDependencies, TellStaffDependencies {
  readonly table: StaffDependencies["table"] & TellStaffDependencies["table"];
  readonly state: () => Promise<MailState>;
  /** The mail server that variables name, or a folder. */
  readonly mail: Mail;
  readonly currentMail: () => Promise<Mail>;
  readonly ways: MailWayDependencies;
  readonly mailSettings: MailSettingsStore;
  readonly refusedAddresses: Pick<RefusedAddresses, "has" | "count">;
  readonly recorded: Pick<Settings, "execute">;
  readonly outcomes: Pick<MailOutcomes, "noteSent" | "noteFailed">;
  readonly counts: Pick<SharedCounts, "take">;
  readonly background: Pick<Background, "start">;
  readonly wakeSender: () => void;
}

const testsAnHour = 5;
/** Of all staff together: each check connects to a server that someone has typed. */
const checksAnHour = 10;
const hourMs = 60 * 60 * 1000;
const newsMs = 7 * 24 * hourMs;

/** How staff set up mail, test it, and see whether it goes out. */
export class MailSetup {
  constructor(private readonly deps: MailSetupDependencies) {}

  /** For pages of staff. */
  async state(): Promise<MailNews> {
    const { table, now } = this.deps;
    const [state, set] = await Promise.all([this.deps.state(), this.#setByStaff()]);
    if (set === undefined || now().getTime() - set.atMs > newsMs) return state;
    return { ...state, changed: { at: new Date(set.atMs), by: await actorOf(table, set.by) } };
  }

  /** How many members have an address that takes no mail. */
  async countRefused(): Promise<number> {
    return await this.deps.refusedAddresses.count();
  }

  /** Whether a member's own address takes no mail. */
  async isRefused(member: Pick<MemberRecord, "memberId" | "email">): Promise<boolean> {
    return await this.deps.refusedAddresses.has(member);
  }

  /** @throws {Problem} 404 for everyone who is not staff. */
  async view(memberId: string): Promise<MailView> {
    const { table, mail, mailSettings } = this.deps;
    await requireStaff(this.deps, memberId);
    if (!mail.isFolder) return { by: "variables" };
    const set = await mailSettings.read();
    if (set === undefined) return { by: "nobody" };
    const name = await actorOf(table, set.by);
    return { by: "staff", settings: shownSettings(set.settings), at: new Date(set.atMs), name };
  }

  /**
   * Mails staff a test at their own address, now.
   *
   * @returns Why the mail server did not take it, where it did not.
   * @throws {Problem} 404 for everyone who is not staff, 429 after too many.
   */
  async sendTest(memberId: string): Promise<TestOutcome> {
    const { currentMail, outcomes, wakeSender } = this.deps;
    const member = await requireStaff(this.deps, memberId);
    await this.#count("test emails", `test mails ${memberId}`, testsAnHour);
    const mail = await currentMail();
    if (mail.isFolder) {
      return { isSent: false, why: "Mail isn't set up yet.", todo: "Set it up first." };
    }
    const failure = await failureOf(this.#test(mail, member));
    if (failure === undefined) {
      await outcomes.noteSent();
      wakeSender();
      return { isSent: true, to: member.email };
    }
    if (failure instanceof MailUnavailable && !failure.isOfRecipient) {
      await outcomes.noteFailed(failure.code);
    }
    const set = await this.#setByStaff();
    return { isSent: false, ...explained(failure, set?.settings) };
  }

  /**
   * Connects to the mail server, sends the member a test, and saves settings that passed. Every node uses them from
   * then on. All other staff are told.
   *
   * @throws {Problem} 404 for everyone who is not staff; 403 with `confirm` when the password was not given lately; 409
   * when the member's address isn't confirmed; 429 after too many checks of all staff.
   * @throws {Refusal} When a variable of the server has set up mail.
   */
  async save(memberId: string, settings: MailSettings, origin: Origin): Promise<TestOutcome> {
    const { ways, mailSettings, outcomes, now } = this.deps;
    const member = await this.#requirePower(memberId, origin);
    if (!member.emailVerified) {
      throw new Problem(409, "Confirm your own email address first: the test goes there");
    }
    await this.#count("mail checks", "mail checks", checksAnHour);
    const mail = mailBy(settings, ways);
    const failure = await failureOf(mail.check()) ?? await failureOf(this.#test(mail, member));
    if (failure !== undefined) return { isSent: false, ...explained(failure, settings) };
    const set = { settings, by: memberId, atMs: now().getTime() };
    const change = { by: memberId, is: "set" } as const;
    await this.#record(settings.way, change, origin, () => mailSettings.write(set));
    await outcomes.noteSent();
    return { isSent: true, to: member.email };
  }

  /** Removes what staff have set up: mail waits again. @throws As `save`. */
  async remove(memberId: string, origin: Origin): Promise<void> {
    await this.#requirePower(memberId, origin);
    const change = { by: memberId, is: "removed" } as const;
    await this.#record(null, change, origin, () => this.deps.mailSettings.remove());
  }

  /** Settings of staff, where no variable has set up mail. */
  async #setByStaff() {
    return this.deps.mail.isFolder ? await this.deps.mailSettings.read() : undefined;
  }

  async #count(what: string, key: string, atMost: number): Promise<void> {
    const waitMs = await this.deps.counts.take(key, [{ perMs: hourMs, atMost }]);
    if (waitMs !== undefined) throw tooMany(what, waitMs);
  }

  async #test(mail: Mail, { memberId, email: to }: MemberRecord): Promise<void> {
    const { letterhead, newId, now } = this.deps;
    const letter = await write([testLetter(letterhead)], letterhead);
    await mail.send({ id: newId(), memberId, writtenAt: now(), to, ...letter });
  }

  async #requirePower(memberId: string, { session }: Origin): Promise<MemberRecord> {
    const member = await requireStaff(this.deps, memberId);
    requireConfirmed(session?.confirmedAtMs, this.deps.now());
    if (!this.deps.mail.isFolder) {
      throw new Refusal("settings/fixed", "Mail is set up on the server, with SMTP_URL");
    }
    return member;
  }

  /** Records the event first: a change that is interrupted must not go unnoticed. */
  async #record(
    way: MailWay | null,
    change: MailChange,
    origin: Origin,
    store: () => Promise<void>,
  ): Promise<void> {
    const { currentMail, recorded, catchUpAll, background, wakeSender } = this.deps;
    const before = await currentMail();
    const cause = causeOf(change.by, origin);
    await recorded.execute({ type: "ChangeSettings", mail: way }, cause);
    await store();
    await catchUpAll();
    const tell = () => tellStaff(change, before, this.deps);
    background.start("telling staff about mail settings", tell);
    wakeSender();
  }
}

async function failureOf(
  work: Promise<unknown>,
): Promise<MailRefused | MailUnavailable | undefined> {
  try {
    await work;
  } catch (error) {
    if (error instanceof MailRefused || error instanceof MailUnavailable) return error;
    throw error;
  }
}

/** @param settings Those that staff typed, where they count. */
function explained(failure: MailRefused | MailUnavailable, settings?: MailSettings): Explained {
  if (failure instanceof MailRefused) {
    return {
      why: "The mail server works, but it refused your email address.",
      todo: "Check your address in your account details.",
    };
  }
  if (failure.isOfRecipient) {
    return {
      why: "The mail server works, but it didn't take mail to your address now.",
      todo: "Some servers want to be asked again. Try again in a few minutes.",
    };
  }
  return settings === undefined
    ? explainFailure(failure.code)
    : explainSetup(failure.code, settings);
}
