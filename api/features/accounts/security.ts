import { ignoreOutage } from "../../node/outages.ts";
import { Problem } from "../../contract/problem.ts";
import type { Origin, SignedIn } from "../../auth/origin.ts";
import type { LiveSession } from "../../auth/sessions.ts";
import type { ChangePassword, Confirmation, Session } from "../../contract/account.ts";
import { wrongPassword } from "../../contract/wrong-password.ts";
import { type AccountParts, recordChange } from "./record-change.ts";
import { passwordNotice, requireGoodPassword } from "../../auth/new-password.ts";

type SecurityParts = Pick<
  AccountParts,
  | "credentials"
  | "knownBrowsers"
  | "limits"
  | "members"
  | "outgoing"
  | "passwords"
  | "sessions"
  | "settings"
  | "tables"
  | "tokens"
>;

export class Security {
  constructor(private readonly parts: SecurityParts) {}

  /**
   * For ten minutes this session can do what requires a check. Returns the updated session.
   * @throws {Problem} 400 when it is wrong; 429 after too many.
   */
  async confirm(
    memberId: string,
    { password }: Confirmation,
    { session }: Origin,
    signal?: AbortSignal,
  ): Promise<LiveSession | undefined> {
    await this.#requirePassword(memberId, password, "password", signal);
    return session && await this.parts.sessions.confirm(memberId, session.id);
  }

  /**
   * Changes the password, ends all other sessions and reset links, and tells the member by mail.
   * @returns The browser's new token, so that it remains a known browser.
   * @throws {Problem} 400 when the current one is wrong, or the new one is easily guessed.
   */
  async changePassword(
    memberId: string,
    { currentPassword, newPassword }: ChangePassword,
    origin: Origin,
    signal?: AbortSignal,
  ): Promise<Pick<SignedIn, "browserToken">> {
    const { tables, passwords, sessions, credentials, limits, knownBrowsers } = this.parts;
    const currentHash = await this.#requirePassword(
      memberId,
      currentPassword,
      "currentPassword",
      signal,
    );
    const member = await tables.members.byId(memberId);
    if (member === undefined) throw new Problem(401, "Not authenticated");
    const names = this.parts.settings.names();
    const password = await requireGoodPassword(newPassword, member, names, "newPassword");
    const passwordHash = await passwords.hash(password, { memberId }, signal);
    const { requestId, session } = origin;
    const account = { memberId, passwordHash };
    const endSessions = await sessions.endingAll(memberId, session?.id);
    const proof = { currentHash };
    if (!await credentials.setPassword({ ...account, requestId, proof, endSessions })) {
      throw new Problem(409, "Your password has been changed. Sign in again.");
    }
    // The password is set. On a full disk the rest is recorded later, as after a crash.
    await limits.passwordSet(memberId).catch(ignoreOutage);
    const command = { type: "RecordPasswordChange" } as const;
    await recordChange(this.parts, memberId, command, origin, passwordNotice).catch(ignoreOutage);
    return { browserToken: knownBrowsers.issue(account) };
  }

  /** The current session first, then by the last visit. */
  async sessions(memberId: string, { session }: Origin): Promise<Session[]> {
    const sessions = (await this.parts.sessions.list(memberId)).map((one) => ({
      ...one,
      isCurrent: one.id === session?.id,
    }));
    return sessions.sort((one, other) => Number(other.isCurrent) - Number(one.isCurrent));
  }

  endSession(memberId: string, sessionId: string): Promise<void> {
    return this.parts.sessions.endOne(memberId, sessionId);
  }

  async endOtherSessions(memberId: string, { session }: Origin): Promise<void> {
    await this.parts.sessions.endAll(memberId, session?.id);
    // A mailed link acts without a session.
    await this.parts.tokens.endAll("conversation-links", memberId);
  }

  /** The hash that the password matches. `field` is its name in the form. */
  async #requirePassword(
    memberId: string,
    password: string,
    field: string,
    signal: AbortSignal | undefined,
  ): Promise<string> {
    const { limits, credentials, passwords } = this.parts;
    const hash = await limits.confirm(memberId, async () => {
      const stored = await credentials.passwordHash(memberId);
      return await passwords.verify(stored, password, signal, "first") ? stored : undefined;
    }, signal);
    if (hash !== undefined) return hash;
    throw new Problem(400, wrongPassword, { fields: { [field]: wrongPassword } });
  }
}
