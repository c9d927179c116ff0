import type { MemberTable } from "../../../events/read/members.ts";
import type { CheckPassword } from "../../auth/check-password.ts";
import type { NewPasswords } from "../../auth/new-password.ts";
import type { Origin, SignedIn } from "../../auth/origin.ts";
import type { LiveSession, Sessions } from "../../auth/sessions.ts";
import type { Tokens } from "../../auth/tokens.ts";
import type { ChangePassword, Confirmation, Session } from "../../contract/account.ts";
import { Problem } from "../../contract/problem.ts";
import { wrongPassword } from "../../contract/wrong-password.ts";
import type { PasswordChange } from "./password-change.ts";

interface SecurityParts {
  readonly members: Pick<MemberTable, "byId">;
  readonly checkPassword: CheckPassword;
  readonly newPasswords: NewPasswords;
  readonly passwordChange: Pick<PasswordChange, "record">;
  readonly sessions: Pick<Sessions, "confirm" | "endAll" | "endOne" | "list">;
  readonly tokens: Pick<Tokens, "endAll">;
}

/** A member's password and sessions. */
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
    const { members, newPasswords, passwordChange } = this.parts;
    const currentHash = await this.#requirePassword(
      memberId,
      currentPassword,
      "currentPassword",
      signal,
    );
    const member = await members.byId(memberId);
    if (member === undefined) throw new Problem(401, "Not authenticated");
    const password = await newPasswords.check(newPassword, member, "newPassword");
    const passwordHash = await newPasswords.hash(password, { memberId }, signal);
    const change = {
      memberId,
      passwordHash,
      proof: { currentHash },
      commands: [{ type: "RecordPasswordChange" }],
      exceptSession: origin.session?.id,
      refusal: () => new Problem(409, "Your password has been changed. Sign in again."),
    } as const;
    return { browserToken: await passwordChange.record(change, origin) };
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
    const hash = await this.parts.checkPassword(memberId, password, signal);
    if (hash !== undefined) return hash;
    throw new Problem(400, wrongPassword, { fields: { [field]: wrongPassword } });
  }
}
