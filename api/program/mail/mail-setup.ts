import type { MemberRecord } from "../../../events/members/record.ts";
import type { Origin } from "../../auth/origin.ts";
import { mailBy, type MailWayDependencies } from "../../mail/drivers/current-mail.ts";
import { testLetter } from "../../mail/letters/account-letters.ts";
import { write } from "../../mail/letters/letter.ts";
import { type Mail, MailUnavailable } from "../../mail/mail.ts";
import type { Outcomes } from "../../mail/outcomes.ts";
import type { RefusedAddresses } from "../../mail/outbox/refused-addresses.ts";
import type { Explained } from "../../mail/setup/explain-failure.ts";
import {
  type MailSettings,
  type ShownMailSettings,
  shownSettings,
} from "../../mail/setup/mail-form.ts";
import type { MailSettingsStore } from "../../mail/setup/mail-settings.ts";
import type { MailState } from "../../mail/setup/mail-state.ts";
import { explained, failureOf } from "./mail-attempt.ts";
import { actorOf, type TellStaffDependencies } from "./mail-change.ts";
import type { MailChanges } from "./mail-changes.ts";
import { requireStaff, type StaffDependencies } from "../require-staff.ts";

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
  readonly changes: MailChanges;
  readonly outcomes: Pick<Outcomes, "noteWorked" | "noteFailed">;
  readonly wakeSender: () => void;
}

const newsMs = 7 * 24 * 60 * 60 * 1000;

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
    await this.deps.changes.countTest(memberId);
    const mail = await currentMail();
    if (mail.isFolder) {
      return { isSent: false, why: "Mail isn't set up yet.", todo: "Set it up first." };
    }
    const failure = await failureOf(this.#test(mail, member));
    if (failure === undefined) {
      await outcomes.noteWorked();
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
    const { ways, mailSettings, outcomes, changes, now } = this.deps;
    const member = await changes.requirePower(memberId, origin);
    await changes.countCheck(member);
    const mail = mailBy(settings, ways);
    const failure = await failureOf(mail.check()) ?? await failureOf(this.#test(mail, member));
    if (failure !== undefined) return { isSent: false, ...explained(failure, settings) };
    // How answers arrive has nothing to do with who sends.
    const { replies } = await mailSettings.read() ?? {};
    const set = { settings, by: memberId, atMs: now().getTime(), replies };
    const change = { by: memberId, is: "set" } as const;
    await changes.record({ mail: settings.way }, change, origin, () => mailSettings.write(set));
    await outcomes.noteWorked();
    return { isSent: true, to: member.email };
  }

  /** Removes what staff have set up: mail waits again, and no answers arrive. @throws As `save`. */
  async remove(memberId: string, origin: Origin): Promise<void> {
    const { changes, mailSettings } = this.deps;
    await changes.requirePower(memberId, origin);
    const change = { by: memberId, is: "removed" } as const;
    const events = { mail: null, replies: null };
    await changes.record(events, change, origin, () => mailSettings.remove());
  }

  /** Settings of staff, where no variable has set up mail. */
  async #setByStaff() {
    return this.deps.mail.isFolder ? await this.deps.mailSettings.read() : undefined;
  }

  async #test(mail: Mail, { memberId, email: to }: MemberRecord): Promise<void> {
    const { letterhead, newId, now } = this.deps;
    const letter = await write([testLetter(letterhead)], letterhead);
    await mail.send({ id: newId(), memberId, writtenAt: now(), to, ...letter });
  }
}
