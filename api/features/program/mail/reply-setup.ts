import { randomBytes } from "node:crypto";
import type { ReplyWay } from "../../../../events/program/setting-events.ts";
import type { MemberTable } from "../../../../events/read/members.ts";
import type { Mailing } from "../../../mail/setup/mailing.ts";
import type { Origin } from "../../../auth/origin.ts";
import type { ImapFailure } from "../../../mail/inbound/transports/imap-connection.ts";
import type { ImapServer } from "../../../mail/inbound/transports/settings.ts";
import { MailUnavailable } from "../../../mail/mail.ts";
import { repliesOf, withTag } from "../../../mail/setup/current-replies.ts";
import { type Explained, explainFailure } from "../../../mail/setup/explain-failure.ts";
import type { StoredMailSettings } from "../../../mail/setup/mail-settings.ts";
import { withoutSecret } from "../../../mail/setup/mail-form.ts";
import type { ReplyForm } from "../../../mail/setup/reply-form.ts";
import { Problem } from "../../../contract/problem.ts";
import { actorOf, type MailChange } from "./mail-change.ts";
import { explained, type MailRules, type TestOutcome } from "./mail-rules.ts";

export type ReplyView = Awaited<ReturnType<ReplySetup["view"]>>;

/** Short, since a person is waiting. */
const requestMs = 10_000;

interface ReplySetupParts {
  readonly rules: MailRules;
  readonly members: Pick<MemberTable, "byIds">;
  readonly mailing: Mailing;
}

/** Staff's setup of answers by email, and its test. */
export class ReplySetup {
  constructor(private readonly deps: ReplySetupParts) {}

  /**
   * @param isConfirmed Whether the password was checked recently. @throws {Problem} 404 for
   * everyone but staff.
   */
  async view(memberId: string, isConfirmed: boolean) {
    const { rules, members, mailing: { letterhead, settings } } = this.deps;
    await rules.require(memberId);
    const set = await settings.read();
    if (set?.replies === undefined) {
      return { by: "nobody", canSetUp: this.#isSendingSetUp(set) } as const;
    }
    const { form, secret, by, atMs } = set.replies;
    const name = await actorOf(members, by);
    // A mail service's posting address is a secret.
    const hookUrl = isConfirmed && secret !== undefined
      ? new URL(`/mail/${secret}`, letterhead.appOrigin).href
      : undefined;
    const shown = { form: withoutSecret(form), at: new Date(atMs), name, hookUrl };
    return { by: "staff", ...shown } as const;
  }

  /**
   * Signs in to a mailbox, and saves settings that passed, for all nodes. A mail service posts to
   * us, so it can't be checked yet. Tells other staff.
   * @returns Why the mailbox can't be read, if so.
   * @throws {Problem} As `MailSetup.save`; 409 when sending isn't set up.
   */
  async save(memberId: string, form: ReplyForm, origin: Origin): Promise<Explained | undefined> {
    const { now, ways } = this.deps.mailing;
    const { member, set } = await this.#requireChangeable(memberId, origin);
    await this.deps.rules.countCheck(member);
    const before = set.replies;
    // Keep the address of an unchanged mail service.
    const isSame = before?.form.way === form.way;
    const made = isSame ? before.secret : randomBytes(32).toString("hex");
    const secret = form.way === "imap" ? undefined : made;
    const { imap } = repliesOf({ form, secret }, ways.tokens);
    if (form.way === "imap" && form.mailPassword === "" && set.refreshToken === undefined) {
      const mailPassword = "Enter the password. We never show a saved one, so type it again";
      throw new Problem(400, "Please check what you wrote", { fields: { mailPassword } });
    }
    const failure = imap && await this.#tryMailbox(imap);
    if (failure !== undefined) return explainFailure(failure);
    const replies = { form, secret, by: memberId, atMs: now().getTime() };
    const change = { by: memberId, is: "replies-set" } as const;
    await this.#store({ ...set, replies }, form.way, change, origin);
  }

  /** Turns answers off: mails ask readers to use the link again. @throws As `save`. */
  async remove(memberId: string, origin: Origin): Promise<void> {
    const { set: { replies: _, ...set } } = await this.#requireChangeable(memberId, origin);
    await this.#store(set, null, { by: memberId, is: "replies-removed" }, origin);
  }

  /** Mails a test to the address for answers. Like any automatic mail, it is dropped on arrival. */
  async sendTest(memberId: string): Promise<TestOutcome> {
    await this.deps.rules.require(memberId);
    const replies = await this.deps.mailing.currentReplies();
    if (replies === undefined) throw new Problem(404, "Answers by email are off");
    await this.deps.rules.countTest(memberId);
    const to = withTag(replies, "test");
    const failure = await this.deps.rules.tryMail(await this.deps.mailing.current(), memberId, to);
    if (failure === undefined) return { isSent: true, to };
    return { isSent: false, ...explained(failure, "answers") };
  }

  async #store(
    set: StoredMailSettings,
    way: ReplyWay | null,
    change: MailChange,
    origin: Origin,
  ): Promise<void> {
    const { settings: mailSettings, mailboxState } = this.deps.mailing;
    await this.deps.rules.saveChange({ replies: way }, change, origin, async () => {
      await mailSettings.write(set);
      await mailboxState.forget();
    });
  }

  async #requireChangeable(memberId: string, origin: Origin) {
    const { rules, mailing } = this.deps;
    const member = await rules.requirePower(memberId, origin);
    const set = await mailing.settings.read();
    if (!this.#isSendingSetUp(set)) throw new Problem(409, "Set up mail first");
    return { member, set: set ?? { by: memberId, atMs: mailing.now().getTime() } };
  }

  /** Settings by staff, or by an environment variable. */
  #isSendingSetUp(set: StoredMailSettings | undefined): boolean {
    return set?.settings !== undefined || !this.deps.mailing.installed.isFolder;
  }

  async #tryMailbox(server: ImapServer): Promise<ImapFailure | MailUnavailable | undefined> {
    const { ImapConnection, ImapFailure } = await import(
      "../../../mail/inbound/transports/imap-connection.ts"
    );
    const { reach } = this.deps.mailing.ways;
    const { login } = server;
    try {
      const accessToken = "tokens" in login ? await login.tokens.get() : undefined;
      const options = { accessToken, requestMs, reach };
      (await ImapConnection.open(server, options)).close();
    } catch (error) {
      if (error instanceof ImapFailure || error instanceof MailUnavailable) return error;
      throw error;
    }
  }
}
