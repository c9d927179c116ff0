import { Refusal } from "../../events/errors.ts";
import type { MailAbout } from "../../events/members/handle.ts";
import type { MemberRecord } from "../../events/members/record.ts";
import { isSuspended } from "../../events/program/admission.ts";
import type { MemberTable } from "../../events/read/members.ts";
import { remainingStaffId } from "../../events/read/program-people.ts";
import { type ErasureReceipt, isSigned } from "../../events/verify/receipt.ts";
import { roleTraits } from "../../events/vocabulary.ts";
import { delay } from "../auth/delay.ts";
import type { Origin } from "../auth/origin.ts";
import type { RateLimits } from "../auth/rate-limits.ts";
import type { Authenticated, SignedIn } from "../auth/signed-in.ts";
import type { AdmissionRules } from "../config/admissions.ts";
import type * as contract from "../contract/account.ts";
import type { EraseAccount } from "../erasure/erase-account.ts";
import type { MailLimits } from "../mail/outbox/mail-limits.ts";
import { Problem } from "../problems.ts";
import type { ProgramBrand } from "../program/brand.ts";
import { changeEmail } from "./change-email.ts";
import { createFirstStaff, type FirstStaff, type FirstStaffDependencies } from "./first-staff.ts";
import { openAccount, type OpenAccountDependencies } from "./open-account.ts";
import { PasswordReset, type PasswordResetDependencies } from "./password-reset.ts";
import { admissionNeed, requireOpenDoor } from "./policies/admission.ts";
import { requireCadreCode } from "./policies/cadre-code.ts";
import { requireConfirmed } from "./policies/confirmed.ts";
import { recordChange } from "./record-change.ts";
import { invalidLogin, startSession } from "./start-session.ts";
import { createEmailVerification, type EmailVerification } from "./verify-email.ts";

export interface AccountsDependencies
  extends
    OpenAccountDependencies,
    PasswordResetDependencies,
    Pick<FirstStaffDependencies, "people"> {
  readonly table: Pick<MemberTable, "byId" | "byUsername" | "byEmail">;
  readonly limits: RateLimits & MailLimits;
  readonly erase: EraseAccount;
  /** Secret for signing receipts. */
  readonly receiptSecret: Uint8Array;
  /** A clock that never runs backwards. */
  readonly now: () => Date;
  /**
   * How long a refused sign-in waits for its answer: programs that guess passwords try again as soon as they
   * are answered.
   */
  readonly refusedLoginMs: number;
  readonly cadreCode?: string | undefined;
  readonly brand: () => Pick<ProgramBrand, "supportEmail">;
  /** Who may register, and who needs approval. */
  readonly admission: () => AdmissionRules;
}

/** Accounts: registration, sign-in, account details and deletion. */
export class Accounts {
  readonly firstStaff: FirstStaff;
  readonly passwordReset: Pick<PasswordReset, "request" | "complete">;
  readonly #deps: AccountsDependencies;
  readonly #verification: EmailVerification;

  constructor(deps: AccountsDependencies) {
    this.#deps = deps;
    this.#verification = createEmailVerification(deps);
    this.passwordReset = new PasswordReset(deps);
    this.firstStaff = createFirstStaff({
      ...deps,
      // Approved at once: no one else could approve them, and mail may not be set up yet.
      register: (details, origin, permit, signal) => {
        const registration = { ...details, role: "cadre" } as const;
        const { firstLinkFor: verificationMail } = this.#verification;
        const account = { registration, hasCode: true, verificationMail, permit };
        return openAccount(deps, account, origin, signal);
      },
      grant: (memberId, origin) =>
        recordChange(deps, memberId, { type: "GrantCadre", by: "operator" }, origin),
    });
  }

  /**
   * @param signal Aborted when the client has gone: registrations queue, like sign-ins.
   * @throws {Refusal} When the username or the email is taken.
   * @throws {Problem} 429 after too many registrations, or too many with taken names.
   */
  async register(
    { cadreCode, ...registration }: contract.Registration,
    origin: Origin,
    signal?: AbortSignal,
  ): Promise<SignedIn> {
    const rules = this.#deps.admission();
    requireOpenDoor(rules);
    const choice = { role: registration.role, cadreCode };
    const hasCode = await requireCadreCode(choice, this.#deps, origin.ip);
    const needs = admissionNeed(rules, { hasCode });
    const { firstLinkFor: verificationMail } = this.#verification;
    const account = { registration, hasCode, needs, verificationMail };
    return await openAccount(this.#deps, account, origin, signal);
  }

  /**
   * @param signal Aborted when the client has gone: sign-ins queue.
   * @throws {Problem} 401 for a wrong name or password; 429 after too many.
   */
  async login(
    { username, password }: contract.Login,
    origin: Origin,
    signal?: AbortSignal,
  ): Promise<SignedIn> {
    const { table, credentials, knownBrowsers, limits, passwords, refusedLoginMs } = this.#deps;
    // Reads names that other nodes have just recorded; for every name, so that the time reveals nothing.
    await this.#deps.catchUpAll();
    const named = await table.byUsername(username);
    const memberId = named?.memberId ?? "";
    const passwordHash = await credentials.passwordHash(memberId);
    const account = { memberId, passwordHash: passwordHash ?? "" };
    const browser = knownBrowsers.idOf(origin.browserToken ?? "", account);
    const who = { username, passwordHash, ip: origin.ip, browser };
    const found = await limits.login(who, async () => {
      // Checked again: a reset may have replaced the password while this call waited.
      const hash = await credentials.passwordHash(memberId);
      const lane = browser === undefined ? "other" : "first";
      const isRight = await passwords.verify(hash, password, signal, lane);
      return isRight && named ? { member: named, hash } : undefined;
    }, signal).catch(async (refusal) => {
      await delay(refusedLoginMs);
      throw refusal;
    });
    if (found === undefined) throw invalidLogin();
    // Only after the right password, so that no one else learns of it.
    if (isSuspended(found.member)) throw suspended(this.#deps.brand());
    return await startSession(this.#deps, found.member, origin, found.hash);
  }

  /** Ends this session; an unknown token is ignored. */
  logout(sessionToken: string): Promise<void> {
    return this.#deps.sessions.end(sessionToken);
  }

  /**
   * The member of a live session. `expiresAt` is set if the session was extended, so that the cookie can be
   * extended, too.
   */
  async authenticate(sessionToken: string): Promise<Authenticated | undefined> {
    const found = await this.#deps.sessions.validate(sessionToken);
    const member = found && await this.#memberOf(found.memberId);
    if (found === undefined || member === undefined || isSuspended(member)) return undefined;
    return { ...found, member };
  }

  /** @throws {Problem} 403 with `confirm` for becoming cadre without a recent password check. */
  async selectRole(
    memberId: string,
    { role, cadreCode }: contract.SelectRole,
    origin: Origin,
  ): Promise<MemberRecord> {
    const { table, limits, people } = this.#deps;
    const { isGuarded } = roleTraits[role];
    const isNew = (await table.byId(memberId))?.role !== role;
    if (isGuarded && isNew) this.#requireConfirmed(origin);
    const hasCode = await requireCadreCode({ role, cadreCode }, this.#deps, origin.ip);
    await limits.change(memberId);
    const confirmedBy = hasCode ? "code" : undefined;
    const remaining = isGuarded
      ? {}
      : { remainingStaffId: await remainingStaffId(people, memberId) };
    const command = { type: "SelectRole", role, confirmedBy, ...remaining } as const;
    return await recordChange(this.#deps, memberId, command, origin);
  }

  /** @throws {Problem} 403 with `confirm` for changing the address without a recent password check. */
  async changeDetails(
    memberId: string,
    details: contract.AccountDetails,
    origin: Origin,
  ): Promise<MemberRecord> {
    const { table, limits, tokens } = this.#deps;
    await limits.change(memberId);
    const command = { type: "ChangeAccountDetails", ...details } as const;
    const record = (mail?: MailAbout) => recordChange(this.#deps, memberId, command, origin, mail);
    const { username, email } = { ...await table.byId(memberId) };
    const change = async () => {
      if (details.email === undefined || details.email === email) return await record();
      this.#requireConfirmed(origin);
      const link = await this.#verification.linkFor(memberId, details.email);
      try {
        return await changeEmail(memberId, { link, tokens, record });
      } catch (error) {
        if (error instanceof Refusal) await link.giveBack();
        throw error;
      }
    };
    const isNew = (details.username ?? username) !== username || (details.email ?? email) !== email;
    return await (isNew ? limits.claim({ memberId }, change) : change());
  }

  /**
   * Records that the address belongs to the member.
   *
   * @throws {Problem} 400 when the token is unknown, used, expired, or for an earlier address.
   */
  async verifyEmail({ token }: contract.VerifyEmail, origin: Origin): Promise<void> {
    await this.#verification.verify(
      token,
      (memberId, command) => recordChange(this.#deps, memberId, command, origin),
    );
  }

  /**
   * Mails another verification link; nothing if the address is verified.
   *
   * @throws {Problem} 429 after too many.
   */
  async resendVerification(memberId: string): Promise<void> {
    await this.#verification.resend(memberId);
  }

  /**
   * Erases the member's personal data for good. A repeated call answers with the same receipt.
   *
   * @throws {Problem} 403 with `confirm` without a recent password check.
   */
  async deleteAccount(memberId: string, origin: Origin): Promise<ErasureReceipt> {
    const { table, declined, erase } = this.#deps;
    this.#requireConfirmed(origin);
    const { email } = { ...await table.byId(memberId) };
    if (email !== undefined) await declined.removeAddress(email);
    return await erase(memberId, origin);
  }

  /** Whether this program signed a receipt. */
  hasIssued(receipt: ErasureReceipt): boolean {
    return isSigned(receipt, this.#deps.receiptSecret);
  }

  #requireConfirmed({ session }: Origin): void {
    requireConfirmed(session?.confirmedAtMs, this.#deps.now());
  }

  /** The member may have registered through another node a moment ago. */
  async #memberOf(memberId: string): Promise<MemberRecord | undefined> {
    const { table, catchUpAll } = this.#deps;
    const known = await table.byId(memberId);
    if (known !== undefined) return known;
    await catchUpAll();
    return await table.byId(memberId);
  }
}

function suspended({ supportEmail }: Pick<ProgramBrand, "supportEmail">): Problem {
  const { value: address } = supportEmail;
  return new Problem(403, `Your account is suspended. Write to ${address} to ask why.`);
}
