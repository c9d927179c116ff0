import { Refusal } from "../../../../events/errors.ts";
import type { MemberRecord } from "../../../../events/members/record.ts";
import type { Origin } from "../../../auth/origin.ts";
import { createStaffMail } from "../../../mail/drivers/current-mail.ts";
import { createAccessTokens, finishSignIn, startSignIn } from "../../../mail/drivers/sign-in.ts";
import { type Mail, MailUnavailable } from "../../../mail/mail.ts";
import { type Explained, explainFailure } from "../../../mail/setup/explain-failure.ts";
import {
  type MailSettings,
  type SignInSettings,
  withoutSecret,
} from "../../../mail/setup/mail-form.ts";
import type { PendingSignIn, StoredMailSettings } from "../../../mail/setup/mail-settings.ts";
import type { MailState } from "../../../mail/setup/mail-state.ts";
import { Problem } from "../../../contract/problem.ts";
import type { MemberTable } from "../../../../events/read/members.ts";
import type { Outgoing } from "../../../mail/outgoing.ts";
import type { RefusedAddresses } from "../../../mail/outbox/refused-addresses.ts";
import type { Mailing } from "../../../mail/setup/mailing.ts";
import { actorOf } from "./mail-change.ts";
import { explained, failureOf, type MailRules, type TestOutcome } from "./mail-rules.ts";

export interface MailNews extends MailState {
  /** Changes of the last week. All staff see them, since a new mail server can read every mail. */
  readonly changed?: { readonly at: Date; readonly by: string } | undefined;
}

/** Mail set up by environment variables, by staff, or not at all. */
export type MailView = Awaited<ReturnType<MailSetup["view"]>>;

/** Parameters of the address to which a sign-in service sends staff back. */
export type SignInAnswer = Readonly<
  Partial<Record<"state" | "code" | "error" | "error_description", string>>
>;

/** Time to sign in: staff may first have to ask their IT office for approval. */
const pendingMs = 60 * 60 * 1000;
const startFirst = "This sign-in isn't the one that you started last. Start again";

const newsMs = 7 * 24 * 60 * 60 * 1000;

interface MailSetupParts {
  readonly rules: MailRules;
  readonly members: Pick<MemberTable, "byIds">;
  readonly mailing: Mailing;
  readonly refusedAddresses: Pick<RefusedAddresses, "count" | "has">;
  readonly outgoing: Pick<Outgoing, "wake">;
}

/** Staff's setup of mail, its test, and its state. */
export class MailSetup {
  constructor(private readonly deps: MailSetupParts) {}

  async state(): Promise<MailNews> {
    const { members, mailing, rules } = this.deps;
    const [state, set] = await Promise.all([mailing.state(), rules.setByStaff()]);
    if (set === undefined || mailing.now().getTime() - set.atMs > newsMs) return state;
    return { ...state, changed: { at: new Date(set.atMs), by: await actorOf(members, set.by) } };
  }

  /** Number of members whose address takes no mail. */
  async countRefused(): Promise<number> {
    return await this.deps.refusedAddresses.count();
  }

  async isRefused(member: Pick<MemberRecord, "memberId" | "email">): Promise<boolean> {
    return await this.deps.refusedAddresses.has(member);
  }

  /** @throws {Refusal} Also when environment variables have set up mail. */
  async #requirePower(memberId: string, origin: Origin): Promise<MemberRecord> {
    const member = await this.deps.rules.requirePower(memberId, origin);
    if (this.deps.mailing.installed.isFolder) return member;
    throw new Refusal("settings/fixed", "Mail is set up on the server, with SMTP_URL");
  }

  /** @throws {Problem} 404 for everyone but staff. */
  async view(memberId: string) {
    const { rules, members, mailing } = this.deps;
    await rules.require(memberId);
    if (!mailing.installed.isFolder) return { by: "variables" } as const;
    const set = await this.deps.rules.setByStaff();
    if (set === undefined) return { by: "nobody" } as const;
    const [settings, at] = [withoutSecret(set.settings), new Date(set.atMs)];
    return { by: "staff", settings, at, name: await actorOf(members, set.by) } as const;
  }

  /** Mails staff a test at their own address. @throws {Problem} 429 after too many. */
  async sendTest(memberId: string): Promise<TestOutcome> {
    const { rules, mailing: { current, outcomes }, outgoing } = this.deps;
    const { email } = await rules.require(memberId);
    await this.deps.rules.countTest(memberId);
    const mail = await current();
    if (mail.isFolder) {
      return { isSent: false, why: "Mail isn't set up yet.", todo: "Set it up first." };
    }
    const failure = await this.deps.rules.tryMail(mail, memberId, email);
    if (failure === undefined) {
      await outcomes.noteWorked();
      outgoing.wake();
      return { isSent: true, to: email };
    }
    if (failure instanceof MailUnavailable && !failure.isOfRecipient) {
      await outcomes.noteFailed(failure.code);
    }
    return { isSent: false, ...explained(failure) };
  }

  /**
   * Sends the member a test by the mail server. Saves settings that passed, for all nodes, and
   * tells other staff.
   * @throws As `#requirePower` and `countCheck`.
   */
  async save(
    memberId: string,
    settings: Extract<MailSettings, { readonly way: "smtp" }>,
    origin: Origin,
  ): Promise<TestOutcome> {
    const member = await this.#requirePower(memberId, origin);
    await this.deps.rules.countCheck(member);
    const mail = createStaffMail(settings, this.deps.mailing.ways);
    return await this.#tryAndSave(member, () => ({ settings }), mail, origin);
  }

  /** Removes staff's settings: mail waits again, and no answers can arrive. @throws As `save`. */
  async remove(memberId: string, origin: Origin): Promise<void> {
    await this.#requirePower(memberId, origin);
    const change = { by: memberId, is: "removed" } as const;
    const { settings: mailSettings } = this.deps.mailing;
    await this.deps.rules.saveChange(
      { mail: null, replies: null },
      change,
      origin,
      () => mailSettings.remove(),
    );
  }

  /** The address to which a sign-in service sends staff back. It must be registered there. */
  get redirectUri(): string {
    return new URL("/program/mail/oauth", this.deps.mailing.letterhead.appOrigin).href;
  }

  /**
   * Stores typed settings until staff come back from signing in. @param typed By default the saved
   * settings. @throws As `save`.
   */
  async startSignIn(
    memberId: string,
    typed: SignInSettings | undefined,
    origin: Origin,
  ): Promise<void> {
    const { settings: mailSettings, ways, now } = this.deps.mailing;
    const member = await this.#requirePower(memberId, origin);
    await this.deps.rules.countCheck(member);
    const settings = typed ?? (await mailSettings.read())?.settings;
    if (settings === undefined || settings.way === "smtp") throw new Problem(409, startFirst);
    const signIn = await startSignIn(settings, this.redirectUri, ways);
    const started = { settings, ...signIn, by: memberId, atMs: now().getTime() };
    await mailSettings.writePending(started);
  }

  /** The member's unfinished sign-in. @throws {Problem} 404 for everyone but staff. */
  async pendingSignIn(memberId: string) {
    await this.deps.rules.require(memberId);
    const pending = await this.#pending(memberId);
    if (pending === undefined) return undefined;
    const { settings, url, refreshToken } = pending;
    return { settings: withoutSecret(settings), url, isSignedIn: refreshToken !== undefined };
  }

  /**
   * Receives the member's agreement from the sign-in service.
   * @returns The reason if they did not agree.
   * @throws {Problem} 404 for everyone but staff; 409 for another sign-in than the member's.
   */
  async finishSignIn(memberId: string, answer: SignInAnswer): Promise<Explained | undefined> {
    const { settings: mailSettings, ways } = this.deps.mailing;
    await this.deps.rules.require(memberId);
    const pending = await this.#pending(memberId);
    if (pending === undefined || answer.state !== pending.state) {
      throw new Problem(409, startFirst);
    }
    if (answer.code === undefined) {
      // Only the sign-in service knows the state, so this answer is from it.
      const words = answer.error_description ?? answer.error;
      return explainFailure(new MailUnavailable("EOAUTH refused", { words }));
    }
    const asked = finishSignIn(pending.settings, pending, answer.code, this.redirectUri, ways);
    const failure = await failureOf(asked);
    if (failure !== undefined) return explained(failure);
    const { refreshToken } = await asked;
    if (refreshToken === undefined) {
      return {
        why: "The sign-in service gave us no lasting approval: no refresh token.",
        todo:
          "Add the permission offline_access to the app there. Remove an approval that you gave before, and sign " +
          "in again.",
      };
    }
    await mailSettings.writePending({ ...pending, refreshToken });
  }

  /** Sends the member a test with the account, and saves it, as `save` does. */
  async keepSignIn(memberId: string, origin: Origin): Promise<TestOutcome> {
    const { settings: mailSettings, ways } = this.deps.mailing;
    const member = await this.#requirePower(memberId, origin);
    const pending = await this.#pending(memberId);
    if (pending?.refreshToken === undefined) throw new Problem(409, startFirst);
    await this.deps.rules.countCheck(member);
    const { settings, atMs } = pending;
    let { refreshToken } = pending;
    const tokens = createAccessTokens({
      ...ways,
      store: {
        read: async () => ({ settings, refreshToken, by: memberId, atMs }),
        async replaceRefreshToken(_, next) {
          refreshToken = next;
          await mailSettings.writePending({ ...pending, refreshToken });
        },
      },
    });
    const mail = createStaffMail(settings, { ...ways, tokens });
    const settingsToSave = () => ({ settings, refreshToken });
    const outcome = await this.#tryAndSave(member, settingsToSave, mail, origin);
    if (outcome.isSent) await mailSettings.removePending();
    return outcome;
  }

  async #pending(memberId: string): Promise<PendingSignIn | undefined> {
    const { settings: mailSettings, now } = this.deps.mailing;
    const pending = await mailSettings.readPending();
    const isTheirs = pending?.by === memberId && now().getTime() - pending.atMs < pendingMs;
    return isTheirs ? pending : undefined;
  }

  async #tryAndSave(
    { memberId, email }: MemberRecord,
    /** Read after the test, which may replace the refresh token. */
    settingsToSave: () => Pick<StoredMailSettings, "refreshToken"> & {
      readonly settings: MailSettings;
    },
    mail: Mail,
    origin: Origin,
  ): Promise<TestOutcome> {
    const { settings: mailSettings, outcomes, now } = this.deps.mailing;
    const failure = await failureOf(mail.check()) ??
      await this.deps.rules.tryMail(mail, memberId, email);
    if (failure !== undefined) return { isSent: false, ...explained(failure) };
    // Doesn't depend on the mail server.
    const { replies } = await mailSettings.read() ?? {};
    const set = { ...settingsToSave(), by: memberId, atMs: now().getTime(), replies };
    const change = { by: memberId, is: "set" } as const;
    await this.deps.rules.saveChange(
      { mail: set.settings.way },
      change,
      origin,
      () => mailSettings.write(set),
    );
    await outcomes.noteWorked();
    return { isSent: true, to: email };
  }
}
