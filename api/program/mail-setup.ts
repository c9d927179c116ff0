import type { MemberRecord } from "../../events/members/record.ts";
import { Refusal } from "../../events/errors.ts";
import type { Settings } from "../../events/program/handle-settings.ts";
import type { MailWay } from "../../events/program/setting-events.ts";
import { causeOf } from "../accounts/cause.ts";
import { requireConfirmed } from "../accounts/policies/confirmed.ts";
import { mailBy, type MailWayDependencies } from "../mail/drivers/current-mail.ts";
import { type Explained, explainFailure, explainSetup } from "../mail/setup/explain-failure.ts";
import { write } from "../mail/letters/letter.ts";
import { type Mail, MailRefused, MailUnavailable, type Message } from "../mail/mail.ts";
import type { MailSettings, ShownMailSettings } from "../mail/setup/mail-form.ts";
import { shownSettings } from "../mail/setup/mail-form.ts";
import type { MailSettingsStore } from "../mail/setup/mail-settings.ts";
import type { RefusedAddresses } from "../mail/outbox/refused-addresses.ts";
import type { MailState } from "../mail/setup/mail-state.ts";
import type { MailOutcomes } from "../mail/outbox/outcomes.ts";
import { testLetter } from "../mail/letters/account-letters.ts";
import type { SharedCounts } from "../auth/shared-counts.ts";
import { tooMany } from "../auth/too-many.ts";
import type { Background } from "../node/background.ts";
import { Problem } from "../problems.ts";
import type { Origin } from "../auth/origin.ts";
import { actorOf, type MailChange, tellStaff, type TellStaffDependencies } from "./mail-change.ts";
import { createRequireStaff, type StaffDependencies } from "./require-staff.ts";

/** Whether mail goes out, how it is set up, and how staff find out. */
export type MailSetup = ReturnType<typeof createMailSetup>;

export interface MailNews extends MailState {
  /** Who set it up lately, since that is everybody's business. */
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

export interface MailSetupDependencies extends StaffDependencies, TellStaffDependencies {
  readonly table: StaffDependencies["table"] & TellStaffDependencies["table"];
  readonly state: () => Promise<MailState>;
  /** What variables name, or a folder. */
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
/** Of all staff together: each asks a server that somebody has typed. */
const checksAnHour = 10;
const hourMs = 60 * 60 * 1000;
const newsMs = 7 * 24 * hourMs;

export function createMailSetup(deps: MailSetupDependencies) {
  const { currentMail, mailSettings, outcomes, letterhead, table, now } = deps;
  const requireStaff = createRequireStaff(deps);

  async function take(what: string, key: string, atMost: number): Promise<void> {
    const waitMs = await deps.counts.take(key, [{ perMs: hourMs, atMost }]);
    if (waitMs !== undefined) throw tooMany(what, waitMs);
  }

  async function testTo({ memberId, email: to }: MemberRecord): Promise<Message> {
    const letter = await write([testLetter(letterhead)], letterhead);
    return { id: deps.newId(), memberId, writtenAt: now(), to, ...letter };
  }

  async function requirePower(memberId: string, { session }: Origin): Promise<MemberRecord> {
    const member = await requireStaff(memberId);
    requireConfirmed(session?.confirmedAtMs, now());
    if (!deps.mail.isFolder) {
      throw new Refusal("settings/fixed", "Mail is set up on the server, with SMTP_URL");
    }
    return member;
  }

  /** First the event: without it, nobody would know of a change that was interrupted. */
  async function record(
    way: MailWay | null,
    change: MailChange,
    origin: Origin,
    keep: () => Promise<void>,
  ): Promise<void> {
    const before = await currentMail();
    const cause = causeOf(change.by, origin);
    await deps.recorded.execute({ type: "ChangeSettings", mail: way }, cause);
    await keep();
    await deps.catchUpAll();
    deps.background.start(
      "telling staff about mail settings",
      () => tellStaff(change, before, deps),
    );
    deps.wakeSender();
  }

  return {
    /** For pages of staff. */
    async state(): Promise<MailNews> {
      const [state, set] = await Promise.all([deps.state(), mailSettings.read()]);
      if (set === undefined || !deps.mail.isFolder) return state;
      if (now().getTime() - set.atMs > newsMs) return state;
      return { ...state, changed: { at: new Date(set.atMs), by: await actorOf(table, set.by) } };
    },
    /**
     * Mails staff a test at their own address, now.
     *
     * @returns Why the mail server did not take it, where it did not.
     * @throws {Problem} 404 for who is no staff, 429 after too many.
     */
    async sendTest(memberId: string): Promise<TestOutcome> {
      const member = await requireStaff(memberId);
      await take("test emails", `test mails ${memberId}`, testsAnHour);
      const mail = await currentMail();
      if (mail.isFolder) {
        return { isSent: false, why: "Mail isn't set up yet.", todo: "Set it up first." };
      }
      const failure = await failureOf(mail.send(await testTo(member)));
      if (failure === undefined) {
        await outcomes.noteSent();
        deps.wakeSender();
        return { isSent: true, to: member.email };
      }
      if (failure instanceof MailUnavailable && !failure.isOfRecipient) {
        await outcomes.noteFailed(failure.code);
      }
      const set = deps.mail.isFolder ? await mailSettings.read() : undefined;
      return { isSent: false, ...explained(failure, set?.settings) };
    },
    /** How many members have an address that takes no mail: for staff. */
    countRefused: deps.refusedAddresses.count,
    /** Whether a member's own address takes no mail. */
    isRefused: deps.refusedAddresses.has,
    /** @throws {Problem} 404 for who is no staff. */
    async view(memberId: string): Promise<MailView> {
      await requireStaff(memberId);
      if (!deps.mail.isFolder) return { by: "variables" };
      const set = await mailSettings.read();
      if (set === undefined) return { by: "nobody" };
      const name = await actorOf(table, set.by);
      return { by: "staff", settings: shownSettings(set.settings), at: new Date(set.atMs), name };
    },
    /**
     * Asks the mail server, sends the member a test by it, and saves what passed: every node uses it from then on. All
     * other staff are told.
     *
     * @throws {Problem} 404 for who is no staff; 403 with `confirm` when the password was not given lately; 429 after
     * too many checks of all staff.
     * @throws {Refusal} Where a variable of the server has set up mail, or the member's address isn't confirmed.
     */
    async save(memberId: string, settings: MailSettings, origin: Origin): Promise<TestOutcome> {
      const member = await requirePower(memberId, origin);
      if (!member.emailVerified) {
        throw new Problem(409, "Confirm your own email address first: the test goes there");
      }
      await take("mail checks", "mail checks", checksAnHour);
      const mail = mailBy(settings, deps.ways);
      const failure = await failureOf(mail.check()) ??
        await failureOf(mail.send(await testTo(member)));
      if (failure !== undefined) return { isSent: false, ...explained(failure, settings) };
      const recorded = { settings, by: memberId, atMs: now().getTime() };
      const change = { by: memberId, is: "set" } as const;
      await record(settings.way, change, origin, () => mailSettings.write(recorded));
      await outcomes.noteSent();
      return { isSent: true, to: member.email };
    },
    /** Removes what staff have set up: mail waits again. @throws As `save`. */
    async remove(memberId: string, origin: Origin): Promise<void> {
      await requirePower(memberId, origin);
      const change = { by: memberId, is: "removed" } as const;
      await record(null, change, origin, mailSettings.remove);
    },
  };
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

/** @param settings Those that staff typed, if it was those. */
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
