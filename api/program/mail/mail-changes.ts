import { Refusal } from "../../../events/errors.ts";
import type { MemberRecord } from "../../../events/members/record.ts";
import type { SettingsCommand } from "../../../events/program/decide-settings.ts";
import type { Settings } from "../../../events/program/handle-settings.ts";
import { causeOf } from "../../accounts/cause.ts";
import { requireConfirmed } from "../../accounts/policies/confirmed.ts";
import type { Origin } from "../../auth/origin.ts";
import type { SharedCounts } from "../../auth/shared-counts.ts";
import { tooMany } from "../../auth/too-many.ts";
import type { Mail } from "../../mail/mail.ts";
import type { Background } from "../../node/background.ts";
import { Problem } from "../../problems.ts";
import { type MailChange, tellStaff, type TellStaffDependencies } from "./mail-change.ts";
import { requireStaff, type StaffDependencies } from "../require-staff.ts";

interface MailChangesDependencies extends StaffDependencies, TellStaffDependencies {
  readonly table: StaffDependencies["table"] & TellStaffDependencies["table"];
  /** The mail server that variables name, or a folder. */
  readonly mail: Pick<Mail, "isFolder">;
  readonly currentMail: () => Promise<Mail>;
  readonly recorded: Pick<Settings, "execute">;
  readonly counts: Pick<SharedCounts, "take">;
  readonly background: Pick<Background, "start">;
  readonly wakeSender: () => void;
}

type ChangeSettings = Extract<SettingsCommand, { readonly type: "ChangeSettings" }>;

const testsAnHour = 5;
/** Of all staff together: each check connects to a server that someone has typed. */
const checksAnHour = 10;
const hourMs = 60 * 60 * 1000;

/** Rules for every change of the mail settings: who may make it, how often, and who is told. */
export class MailChanges {
  constructor(private readonly deps: MailChangesDependencies) {}

  /**
   * @throws {Problem} 404 for everyone who is not staff; 403 with `confirm` when the password was not given lately.
   * @throws {Refusal} When a variable of the server has set up mail.
   */
  async requirePower(memberId: string, { session }: Origin): Promise<MemberRecord> {
    const member = await requireStaff(this.deps, memberId);
    requireConfirmed(session?.confirmedAtMs, this.deps.now());
    if (!this.deps.mail.isFolder) {
      throw new Refusal("settings/fixed", "Mail is set up on the server, with SMTP_URL");
    }
    return member;
  }

  /** @throws {Problem} 409 when the member's address isn't confirmed; 429 after too many checks of all staff. */
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

  /** Records the event first: a change that is interrupted must not go unnoticed. All other staff are told. */
  async record(
    events: Pick<ChangeSettings, "mail" | "replies">,
    change: MailChange,
    origin: Origin,
    store: () => Promise<void>,
  ): Promise<void> {
    const { currentMail, recorded, catchUpAll, background, wakeSender } = this.deps;
    const before = await currentMail();
    const cause = causeOf(change.by, origin);
    await recorded.execute({ type: "ChangeSettings", ...events }, cause);
    await store();
    await catchUpAll();
    const tell = () => tellStaff(change, before, this.deps);
    background.start("telling staff about mail settings", tell);
    wakeSender();
  }

  async #count(what: string, key: string, atMost: number): Promise<void> {
    const waitMs = await this.deps.counts.take(key, [{ perMs: hourMs, atMost }]);
    if (waitMs !== undefined) throw tooMany(what, waitMs);
  }
}
