import { roleTraits } from "../../events/vocabulary.ts";
import { Refusal } from "../../events/errors.ts";
import type { Registration } from "../contract/account.ts";
import type { Audience } from "../../events/contacts/audiences.ts";
import type { MailAbout, Members } from "../../events/members/handle.ts";
import type { MailQueue } from "../../events/members/mail-queue.ts";
import type { MemberRecord } from "../../events/members/record.ts";
import type { MemberTable } from "../../events/read/members.ts";
import { isSuspended } from "../../events/program/admission.ts";
import { isSigned } from "../../events/verify/receipt.ts";
import type { Credentials } from "../auth/credentials.ts";
import { delay } from "../auth/delay.ts";
import type { KnownBrowsers } from "../auth/known-browser.ts";
import type { Passwords } from "../auth/passwords.ts";
import type { RateLimits } from "../auth/rate-limits.ts";
import type { MailLimits } from "../mail/outbox/mail-limits.ts";
import { newToken } from "../auth/secret-token.ts";
import type { Sessions } from "../auth/sessions.ts";
import type { Tokens } from "../auth/tokens.ts";
import type { Background } from "../node/background.ts";
import { draft } from "../mail/letters/messages.ts";
import type { DeclinedInvitations } from "../invitations/declined.ts";
import type { EraseAccount } from "../erasure/erase-account.ts";
import { remainingStaffId } from "../../events/read/program-people.ts";
import type { ProgramBrand } from "../program/brand.ts";
import type { AdmissionRules } from "../config/admissions.ts";
import { admissionNeed, requireOpenDoor } from "./policies/admission.ts";
import { requireCadreCode } from "./policies/cadre-code.ts";
import { requireConfirmed } from "./policies/confirmed.ts";
import {
  type NewPasswordRules,
  requireLongPassword,
  requireUncommonPassword,
} from "./policies/new-password.ts";
import { causeOf } from "./cause.ts";
import { changeEmail } from "./change-email.ts";
import { Problem } from "../problems.ts";
import type { SignedIn } from "../auth/signed-in.ts";
import type { Origin } from "../auth/origin.ts";
import { passwordNotice } from "./password-notice.ts";
import { createFirstStaff, type FirstStaffDependencies, type Permit } from "./first-staff.ts";
import { createEmailVerification } from "./verify-email.ts";
import type {
  AccountDetails,
  ForgotPassword,
  Login,
  ResetPassword,
  SelectRole,
  VerifyEmail,
} from "../contract/account.ts";
import type { Authenticated } from "../auth/signed-in.ts";
import type { ErasureReceipt } from "../../events/verify/receipt.ts";

export interface AccountsDependencies extends Pick<FirstStaffDependencies, "people"> {
  readonly members: Members;
  readonly table: Pick<MemberTable, "byId" | "byUsername" | "byEmail">;
  readonly vault: { forget(memberId: string): Promise<void> };
  readonly credentials: Credentials;
  readonly passwords: Passwords;
  readonly knownBrowsers: KnownBrowsers;
  readonly sessions: Sessions;
  readonly tokens: Tokens;
  readonly limits: RateLimits & MailLimits;
  readonly mailQueue: Pick<MailQueue, "add" | "addForNobody">;
  /** Sends queued mail now. */
  readonly wakeSender: () => void;
  readonly erase: EraseAccount;
  readonly declined: Pick<DeclinedInvitations, "removeAddress">;
  /** Secret for signing receipts. */
  readonly receiptSecret: Uint8Array;
  readonly newPassword: NewPasswordRules;
  /** A clock that never runs backwards. */
  readonly now: () => Date;
  readonly background: Background;
  /** Resolves once every reader sees the events recorded before the call. */
  readonly catchUpAll: () => Promise<void>;
  readonly newId: () => string;
  /**
   * How long a refused sign-in waits for its answer: programs that guess passwords try again as soon as they
   * are answered.
   */
  readonly refusedLoginMs: number;
  readonly cadreCode?: string | undefined;
  readonly brand: () => ProgramBrand;
  /** Who may register, and who needs approval. */
  readonly admission: () => AdmissionRules;
  /** Who sees the contacts of new members by default. */
  readonly contactsFor?: Audience | undefined;
  /** Whether answers contain reset tokens; for development only. */
  readonly showsDevToken: boolean;
}

/** Accounts: registration, sign-in, account details and deletion. */
export function createAccounts(deps: AccountsDependencies) {
  const { members, table, vault, credentials, passwords, sessions, tokens, limits } = deps;
  const { knownBrowsers } = deps;
  const verification = createEmailVerification(deps);

  /**
   * @param verifiedHash Hash that the password was compared with, if it was.
   * @throws {Problem} 401 if the hash has changed since.
   */
  async function signIn(
    member: MemberRecord,
    { browser }: Origin,
    verifiedHash?: string,
  ): Promise<SignedIn> {
    const { memberId } = member;
    const { token, expiresAt } = await sessions.create(memberId, browser);
    const passwordHash = await credentials.passwordHash(memberId) ?? "";
    if (verifiedHash !== undefined && passwordHash !== verifiedHash) {
      // Changing it has ended all other sessions.
      await sessions.end(token);
      throw invalidLogin();
    }
    const browserToken = knownBrowsers.issue({ memberId, passwordHash });
    return { member, sessionToken: token, expiresAt, browserToken };
  }

  async function execute(
    memberId: string,
    command: Parameters<Members["execute"]>[1],
    origin: Origin,
    mail?: MailAbout,
  ): Promise<MemberRecord> {
    await members.execute(memberId, command, causeOf(memberId, origin), mail);
    if (mail) deps.wakeSender();
    await deps.catchUpAll();
    // Read back, because the log decides on the time of the event.
    const member = await table.byId(memberId);
    if (member === undefined) throw new Problem(401, "Not authenticated");
    return member;
  }

  function confirmed({ session }: Origin): void {
    requireConfirmed(session?.confirmedAtMs, deps.now());
  }

  /** The member of a reset link mailed to their current address. */
  async function ownerOf(token: string): Promise<MemberRecord> {
    const memberId = await tokens.peek("reset-password", token);
    if (memberId === undefined) throw invalidToken();
    await deps.catchUpAll();
    const member = await table.byId(memberId);
    if (member && await tokens.isBoundTo("reset-password", token, member.email)) return member;
    throw invalidToken();
  }

  /** The member may have registered through another node a moment ago. */
  async function memberOf(memberId: string): Promise<MemberRecord | undefined> {
    const known = await table.byId(memberId);
    if (known !== undefined) return known;
    await deps.catchUpAll();
    return await table.byId(memberId);
  }

  async function mailResetLink(email: string, token: string): Promise<void> {
    if (!await limits.mayMailReset(email)) return;
    await deps.catchUpAll();
    const member = await table.byEmail(email);
    // The same work for an unknown address: otherwise the load on other requests would reveal it.
    const memberId = member?.memberId ?? deps.newId();
    const { email: to, firstName } = member ?? { email, firstName: "" };
    const letter = draft("reset-password", { to, firstName, token });
    await tokens.issue("reset-password", token, memberId, to);
    await (member === undefined
      ? deps.mailQueue.addForNobody(memberId, letter)
      : deps.mailQueue.add(memberId, letter));
    deps.wakeSender();
  }

  async function openAccount(
    { password, ...details }: Omit<Registration, "cadreCode">,
    as: Pick<Extract<Parameters<Members["execute"]>[1], { type: "Register" }>, "hasCode" | "needs">,
    origin: Origin,
    signal: AbortSignal | undefined,
    permit?: Permit,
  ): Promise<SignedIn> {
    requireLongPassword(password, deps.newPassword, "password");
    await limits.register(origin.ip);
    return await limits.claim(origin, async () => {
      const memberId = deps.newId();
      const passwordHash = await passwords.hash(password, origin, signal);
      // Credentials before the event: after a crash in between, no account is without a password.
      await credentials.add(memberId, passwordHash, origin.requestId);
      const mail = await verification.firstLinkFor(memberId, details.email);
      await permit?.take();
      try {
        const { contactsFor } = deps;
        const command = { type: "Register", ...details, ...as, contactsFor } as const;
        const member = await execute(memberId, command, origin, mail);
        await deps.declined.removeAddress(member.email);
        return await signIn(member, origin);
      } catch (error) {
        if (error instanceof Refusal) {
          await vault.forget(memberId);
          await permit?.giveBack();
        }
        throw error;
      }
    }, signal);
  }

  return {
    firstStaff: createFirstStaff({
      ...deps,
      // Approved at once: no one else could approve them, and mail may not be set up yet.
      register: (registration, origin, permit, signal) =>
        openAccount({ ...registration, role: "cadre" }, { hasCode: true }, origin, signal, permit),
      grant: (memberId, origin) =>
        execute(memberId, { type: "GrantCadre", by: "operator" }, origin),
    }),
    /**
     * @param signal Aborted when the client has gone: registrations queue, like sign-ins.
     * @throws {Refusal} When the username or the email is taken.
     * @throws {Problem} 429 after too many registrations, or too many with taken names.
     */
    async register(
      { cadreCode, ...registration }: Registration,
      origin: Origin,
      signal?: AbortSignal,
    ): Promise<SignedIn> {
      requireOpenDoor(deps.admission());
      const { role } = registration;
      const hasCode = await requireCadreCode({ role, cadreCode }, deps, origin.ip);
      const needs = admissionNeed(deps.admission(), { hasCode });
      return await openAccount(registration, { hasCode, needs }, origin, signal);
    },

    /**
     * @param signal Aborted when the client has gone: sign-ins queue.
     * @throws {Problem} 401 for a wrong name or password; 429 after too many.
     */
    async login(
      { username, password }: Login,
      origin: Origin,
      signal?: AbortSignal,
    ): Promise<SignedIn> {
      // Reads names that other nodes have just recorded; for every name, so that the time reveals nothing.
      await deps.catchUpAll();
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
        await delay(deps.refusedLoginMs);
        throw refusal;
      });
      if (found === undefined) throw invalidLogin();
      // Only after the right password, so that no one else learns of it.
      if (isSuspended(found.member)) throw suspended(deps.brand());
      return await signIn(found.member, origin, found.hash);
    },

    /** Ends this session; an unknown token is ignored. */
    logout: (sessionToken: string): Promise<void> => sessions.end(sessionToken),

    /**
     * The member of a live session. `expiresAt` is set if the session was extended, so that the cookie can be
     * extended, too.
     */
    async authenticate(sessionToken: string): Promise<Authenticated | undefined> {
      const found = await sessions.validate(sessionToken);
      const member = found && await memberOf(found.memberId);
      if (found === undefined || member === undefined || isSuspended(member)) return undefined;
      const { session, expiresAt } = found;
      return { member, session, ...(expiresAt && { expiresAt }) };
    },

    /** @throws {Problem} 403 with `confirm` for becoming cadre without a recent password check. */
    async selectRole(
      memberId: string,
      { role, cadreCode }: SelectRole,
      origin: Origin,
    ): Promise<MemberRecord> {
      const before = await table.byId(memberId);
      if (roleTraits[role].isGuarded && before?.role !== role) confirmed(origin);
      const hasCode = await requireCadreCode({ role, cadreCode }, deps, origin.ip);
      await limits.change(memberId);
      const confirmedBy = hasCode ? "code" : undefined;
      const remaining = await remainingStaffId(deps.people, memberId);
      const command = { type: "SelectRole", role, confirmedBy } as const;
      return await execute(
        memberId,
        roleTraits[role].isGuarded ? command : { ...command, remainingStaffId: remaining },
        origin,
      );
    },

    /**
     * @throws {Problem} 403 with `confirm` for changing the address without a recent password check.
     */
    async changeDetails(
      memberId: string,
      details: AccountDetails,
      origin: Origin,
    ): Promise<MemberRecord> {
      await limits.change(memberId);
      const command = { type: "ChangeAccountDetails", ...details } as const;
      const { username, email } = { ...await table.byId(memberId) };
      const change = async () => {
        if (details.email === undefined || details.email === email) {
          return await execute(memberId, command, origin);
        }
        confirmed(origin);
        const link = await verification.linkFor(memberId, details.email);
        try {
          const record = (mail: MailAbout) => execute(memberId, command, origin, mail);
          return await changeEmail(memberId, { link, tokens, record });
        } catch (error) {
          if (error instanceof Refusal) await link.giveBack();
          throw error;
        }
      };
      const keepsNames = (details.username ?? username) === username &&
        (details.email ?? email) === email;
      return await (keepsNames ? change() : limits.claim({ memberId }, change));
    },

    /**
     * Mails a reset link. Takes the same time whether or not the account exists. `devToken` in development
     * only.
     *
     * @throws {Problem} 429 after too many requests from this network address.
     */
    async forgotPassword(
      { email }: ForgotPassword,
      origin: Origin,
    ): Promise<{ readonly devToken?: string }> {
      await limits.resetRequest(origin.ip);
      const token = newToken();
      if (deps.showsDevToken) {
        // The answer has the link, so it must work already.
        await mailResetLink(email, token);
        return { devToken: token };
      }
      // After the answer, so that its time doesn't reveal whether there is an account.
      deps.background.start("reset mail", () => mailResetLink(email, token));
      return {};
    },

    /**
     * @returns The browser's new token, with which it stays a known browser.
     * @throws {Problem} 400 when the token is unknown, used or expired.
     */
    async resetPassword(
      { token, newPassword }: ResetPassword,
      origin: Origin,
      signal?: AbortSignal,
    ): Promise<Pick<SignedIn, "browserToken">> {
      // Hashing is expensive, so the token is checked first.
      const { memberId } = await ownerOf(token);
      await requireUncommonPassword(newPassword, deps.newPassword);
      const passwordHash = await passwords.hash(newPassword, { memberId }, signal);
      // The address may have changed since the link was read.
      await ownerOf(token);
      const { requestId } = origin;
      const change = { passwordHash, requestId };
      if (await tokens.setPassword("reset-password", token, change) === undefined) {
        throw invalidToken();
      }
      await limits.passwordSet(memberId);
      await execute(memberId, { type: "RecordPasswordReset" }, origin, passwordNotice);
      return { browserToken: knownBrowsers.issue({ memberId, passwordHash }) };
    },

    /**
     * Records that the address belongs to the member.
     *
     * @throws {Problem} 400 when the token is unknown, used, expired, or for an earlier address.
     */
    verifyEmail: ({ token }: VerifyEmail, origin: Origin): Promise<void> =>
      verification.verify(token, (memberId, command) => execute(memberId, command, origin)),

    /**
     * Mails another verification link; nothing if the address is verified.
     *
     * @throws {Problem} 429 after too many.
     */
    resendVerification: (memberId: string): Promise<void> => verification.resend(memberId),

    /**
     * Erases the member's personal data for good. A repeated call answers with the same receipt.
     *
     * @throws {Problem} 403 with `confirm` without a recent password check.
     */
    async deleteAccount(memberId: string, origin: Origin): Promise<ErasureReceipt> {
      confirmed(origin);
      const { email } = { ...await table.byId(memberId) };
      if (email !== undefined) await deps.declined.removeAddress(email);
      return await deps.erase(memberId, origin);
    },
    /** Whether this program signed a receipt. */
    hasIssued: (receipt: ErasureReceipt): boolean => isSigned(receipt, deps.receiptSecret),
  };
}

export type Accounts = ReturnType<typeof createAccounts>;

function invalidLogin(): Problem {
  return new Problem(401, "Invalid username or password");
}

function suspended({ supportEmail }: Pick<ProgramBrand, "supportEmail">): Problem {
  const { value: address } = supportEmail;
  return new Problem(403, `Your account is suspended. Write to ${address} to ask why.`);
}

function invalidToken(): Problem {
  return new Problem(400, "Invalid or expired reset token");
}
