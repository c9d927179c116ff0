import { Refusal } from "../../../events/errors.ts";
import type { MailAbout } from "../../../events/members/handle.ts";
import type { MemberRecord } from "../../../events/members/record.ts";
import { isAddress } from "../../../events/members/texts.ts";
import type { MemberTable } from "../../../events/read/members.ts";
import { hasDied, isLocked } from "../../../events/program/admission.ts";
import { remainingStaffId } from "../../../events/read/program-people.ts";
import { roleTraits } from "../../../events/vocabulary.ts";
import { delay } from "../../auth/concurrency-limit.ts";
import type { Authenticated, Origin, SignedIn } from "../../auth/origin.ts";
import type * as contract from "../../contract/account.ts";
import { Problem } from "../../contract/problem.ts";
import { changeEmail } from "./change-email.ts";
import { FirstStaff } from "./first-staff.ts";
import { cantSignIn, invalidLogin, startSession } from "../../auth/sign-in.ts";
import { openAccount } from "./open-account.ts";
import { PasswordReset } from "./password-reset.ts";
import { admissionNeed, requireOpenSignup } from "./policies/admission.ts";
import { requireConfirmed } from "../../auth/confirmed.ts";
import { requireCadreCode } from "./policies/cadre-code.ts";
import { type AccountParts, recordChange } from "./record-change.ts";
import { EmailVerification } from "./verify-email.ts";

export class Accounts {
  readonly firstStaff: Pick<FirstStaff, keyof FirstStaff>;
  readonly verification: Pick<EmailVerification, "verify" | "resend" | "localLink">;
  readonly passwordReset: Pick<PasswordReset, keyof PasswordReset>;
  readonly #parts: AccountParts;
  readonly #verification: EmailVerification;

  constructor(parts: AccountParts) {
    this.#parts = parts;
    this.#verification = new EmailVerification(parts);
    this.verification = this.#verification;
    this.passwordReset = new PasswordReset(parts);
    this.firstStaff = new FirstStaff(parts, this.#verification);
  }

  /** @throws {Refusal} When username or email is taken. @throws {Problem} 429 after too many. */
  async register(
    { cadreCode, ...registration }: contract.Registration,
    origin: Origin,
    signal?: AbortSignal,
  ): Promise<SignedIn> {
    const rules = this.#parts.settings.admission();
    requireOpenSignup(rules);
    const choice = { role: registration.role, cadreCode };
    const hasCode = await requireCadreCode(choice, this.#parts, origin.ip);
    const needs = admissionNeed(rules, { hasCode });
    const account = { registration, confirmedBy: hasCode ? "code" : undefined, needs } as const;
    return await openAccount(this.#parts, this.#verification, account, origin, signal);
  }

  /** By username or confirmed address. @throws {Problem} 401 for a wrong one; 429 after too many. */
  async login(
    login: contract.Login,
    origin: Origin,
    signal?: AbortSignal,
  ): Promise<SignedIn> {
    return await this.#signIn(login, origin, signal).catch(cantSignIn);
  }

  async #signIn(
    { username, password }: contract.Login,
    origin: Origin,
    signal: AbortSignal | undefined,
  ): Promise<SignedIn> {
    const { tables, credentials, knownBrowsers, limits, passwords, refusedLoginMs = 1000 } =
      this.#parts;
    const named = await findByLogin(username, tables.members);
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
    if (isLocked(found.member)) {
      const { supportEmail: address } = this.#parts.settings.brand();
      const why = hasDied(found.member)
        ? `This account is closed. If that's a mistake, write to ${address}.`
        : `Your account is suspended. Write to ${address} to ask why.`;
      throw new Problem(403, why);
    }
    return await startSession(this.#parts, found.member, origin, found.hash);
  }

  logout(sessionToken: string): Promise<void> {
    return this.#parts.sessions.end(sessionToken);
  }

  /** `expiresAt` is set if the session was extended, so that the cookie can be extended, too. */
  async authenticate(sessionToken: string): Promise<Authenticated | undefined> {
    const found = await this.#parts.sessions.validate(sessionToken);
    const member = found && await this.#parts.tables.members.byId(found.memberId);
    if (found === undefined || member === undefined || isLocked(member)) return undefined;
    return { ...found, member };
  }

  /** @throws {Problem} 403 with `confirm` for becoming cadre without a recent password check. */
  async selectRole(
    memberId: string,
    { role, cadreCode }: contract.SelectRole,
    origin: Origin,
  ): Promise<MemberRecord> {
    const { tables, limits } = this.#parts;
    const { isGuarded } = roleTraits[role];
    const isNew = (await tables.members.byId(memberId))?.role !== role;
    if (isGuarded && isNew) this.#requireConfirmed(origin);
    const hasCode = await requireCadreCode({ role, cadreCode }, this.#parts, origin.ip);
    await limits.change(memberId);
    const confirmedBy = hasCode ? "code" : undefined;
    const remaining = isGuarded
      ? {}
      : { remainingStaffId: await remainingStaffId(tables.people, memberId) };
    const command = { type: "SelectRole", role, confirmedBy, ...remaining } as const;
    return await recordChange(this.#parts, memberId, command, origin);
  }

  /** @throws {Problem} 403 with `confirm` for changing the address without a recent password check. */
  async changeDetails(
    memberId: string,
    details: contract.AccountDetails,
    origin: Origin,
  ): Promise<MemberRecord> {
    const { tables, limits, tokens } = this.#parts;
    await limits.change(memberId);
    const command = { type: "ChangeAccountDetails", ...details } as const;
    const record = (mail?: MailAbout) => recordChange(this.#parts, memberId, command, origin, mail);
    const { username, email } = { ...await tables.members.byId(memberId) };
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

  /** Erases the member's personal data for good. 403 with `confirm` first. */
  async deleteAccount(memberId: string, origin: Origin): Promise<void> {
    const { tables, declined, erase } = this.#parts;
    this.#requireConfirmed(origin);
    const { email } = { ...await tables.members.byId(memberId) };
    if (email !== undefined) await declined.addLeft(email);
    await erase(memberId, origin);
  }

  #requireConfirmed({ session }: Origin): void {
    requireConfirmed(session?.confirmedAtMs, this.#parts.now());
  }
}

/** An address names its owner only once they confirmed it: anyone can register with someone else's. */
async function findByLogin(
  name: string,
  table: Pick<MemberTable, "byUsername" | "byEmail">,
): Promise<MemberRecord | undefined> {
  if (!isAddress(name)) return await table.byUsername(name);
  const member = await table.byEmail(name);
  return member?.emailVerified ? member : undefined;
}
