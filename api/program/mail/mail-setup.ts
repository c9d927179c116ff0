import type { MemberRecord } from "../../../events/members/record.ts";
import type { Origin } from "../../auth/origin.ts";
import { mailBy } from "../../mail/drivers/current-mail.ts";
import { MailUnavailable } from "../../mail/mail.ts";
import { type MailSettings, withoutSecret } from "../../mail/setup/mail-form.ts";
import type { MailState } from "../../mail/setup/mail-state.ts";
import { requireStaff } from "../require-staff.ts";
import { actorOf } from "./mail-change.ts";
import { explained, failureOf, MailRules, type TestOutcome } from "./mail-rules.ts";

export interface MailNews extends MailState {
  /** In the last week. All staff see it, since a new mail server can read every mail. */
  readonly changed?: { readonly at: Date; readonly by: string } | undefined;
}

/** By variables, by staff, or not set up. */
export type MailView = Awaited<ReturnType<MailSetup["view"]>>;

const newsMs = 7 * 24 * 60 * 60 * 1000;

/** How staff set up mail, test it, and see whether it goes out. */
export class MailSetup extends MailRules {
  async state(): Promise<MailNews> {
    const { table, now, mailState } = this.deps;
    const [state, set] = await Promise.all([mailState(), this.setByStaff()]);
    if (set === undefined || now().getTime() - set.atMs > newsMs) return state;
    return { ...state, changed: { at: new Date(set.atMs), by: await actorOf(table, set.by) } };
  }

  /** Members whose address takes no mail. */
  async countRefused(): Promise<number> {
    return await this.deps.refusedAddresses.count();
  }

  async isRefused(member: Pick<MemberRecord, "memberId" | "email">): Promise<boolean> {
    return await this.deps.refusedAddresses.has(member);
  }

  /** @throws {Problem} 404 for everyone but staff. */
  async view(memberId: string) {
    const { table, mail } = this.deps;
    await requireStaff(this.deps, memberId);
    if (!mail.isFolder) return { by: "variables" } as const;
    const set = await this.setByStaff();
    if (set === undefined) return { by: "nobody" } as const;
    const [settings, at] = [withoutSecret(set.settings), new Date(set.atMs)];
    return { by: "staff", settings, at, name: await actorOf(table, set.by) } as const;
  }

  /** Mails staff a test at their own address. @throws {Problem} 429 after too many. */
  async sendTest(memberId: string): Promise<TestOutcome> {
    const { currentMail, outcomes, wakeSender } = this.deps;
    const { email } = await requireStaff(this.deps, memberId);
    await this.countTest(memberId);
    const mail = await currentMail();
    if (mail.isFolder) {
      return { isSent: false, why: "Mail isn't set up yet.", todo: "Set it up first." };
    }
    const failure = await this.tryMail(mail, memberId, email);
    if (failure === undefined) {
      await outcomes.noteWorked();
      wakeSender();
      return { isSent: true, to: email };
    }
    if (failure instanceof MailUnavailable && !failure.isOfRecipient) {
      await outcomes.noteFailed(failure.code);
    }
    const set = await this.setByStaff();
    return { isSent: false, ...explained(failure, set?.settings) };
  }

  /**
   * Sends the member a test by the mail server, and saves settings that passed, for all nodes.
   * Other staff are told. @throws As `requirePower` and `countCheck`.
   */
  async save(memberId: string, settings: MailSettings, origin: Origin): Promise<TestOutcome> {
    const { ways, mailSettings, outcomes, now } = this.deps;
    const member = await this.requirePower(memberId, origin);
    await this.countCheck(member);
    const mail = mailBy(settings, ways);
    const failure = await failureOf(mail.check()) ??
      await this.tryMail(mail, memberId, member.email);
    if (failure !== undefined) return { isSent: false, ...explained(failure, settings) };
    // Independent of the mail server.
    const { replies } = await mailSettings.read() ?? {};
    const set = { settings, by: memberId, atMs: now().getTime(), replies };
    const change = { by: memberId, is: "set" } as const;
    await this.record({ mail: settings.way }, change, origin, () => mailSettings.write(set));
    await outcomes.noteWorked();
    return { isSent: true, to: member.email };
  }

  /** Removes staff's settings: mail waits again, and no answers arrive. @throws As `save`. */
  async remove(memberId: string, origin: Origin): Promise<void> {
    await this.requirePower(memberId, origin);
    const change = { by: memberId, is: "removed" } as const;
    const { mailSettings } = this.deps;
    await this.record({ mail: null, replies: null }, change, origin, () => mailSettings.remove());
  }
}
