import type { Members } from "../../events/members/handle.ts";
import type { MemberTable } from "../../events/read/members.ts";
import { causeOf } from "./cause.ts";
import type { Credentials } from "../auth/credentials.ts";
import type { KnownBrowsers } from "../auth/known-browser.ts";
import type { Passwords } from "../auth/passwords.ts";
import type { RateLimits } from "../auth/rate-limits.ts";
import type { Sessions } from "../auth/sessions.ts";
import type { Tokens } from "../auth/tokens.ts";
import { wrongPassword } from "../contract/wrong-password.ts";
import { passwordNotice } from "./password-notice.ts";
import { type NewPasswordRules, requireOwnPassword } from "./policies/new-password.ts";
import { Problem } from "../problems.ts";
import type { ChangePassword, Confirmation } from "../contract/account.ts";
import type { SignedIn } from "../auth/signed-in.ts";
import type { Origin } from "../auth/origin.ts";
import type { LiveSession, SessionSummary } from "../auth/sessions.ts";

export interface SecurityDependencies {
  readonly members: Pick<Members, "execute">;
  readonly table: Pick<MemberTable, "byId">;
  readonly credentials: Credentials;
  readonly passwords: Passwords;
  readonly sessions: Sessions;
  readonly tokens: Pick<Tokens, "endAll">;
  readonly knownBrowsers: Pick<KnownBrowsers, "issue">;
  readonly limits: Pick<RateLimits, "confirm" | "passwordSet">;
  readonly newPassword: NewPasswordRules;
  /** Sends queued mail now. */
  readonly wakeSender: () => void;
  readonly catchUpAll: () => Promise<void>;
}

/** Account security: password checks, changes of password, sessions. */
export function createSecurity(deps: SecurityDependencies) {
  const { members, table, credentials, passwords, sessions, limits } = deps;

  /**
   * The hash that the password matches.
   *
   * @param field Name of its field in the form.
   */
  async function requirePassword(
    memberId: string,
    password: string,
    field: string,
    signal: AbortSignal | undefined,
  ): Promise<string> {
    const hash = await limits.confirm(memberId, async () => {
      const stored = await credentials.passwordHash(memberId);
      return await passwords.verify(stored, password, signal, "first") ? stored : undefined;
    }, signal);
    if (hash !== undefined) return hash;
    throw new Problem(400, wrongPassword, { fields: { [field]: wrongPassword } });
  }

  return {
    /**
     * Checks the password again: for ten minutes this session can do what requires a check.
     *
     * @returns The session with the new time.
     * @throws {Problem} 400 when it is wrong; 429 after too many.
     */
    async confirm(
      memberId: string,
      { password }: Confirmation,
      { session }: Origin,
      signal?: AbortSignal,
    ): Promise<LiveSession | undefined> {
      await requirePassword(memberId, password, "password", signal);
      return session && await sessions.confirm(memberId, session.id);
    },
    /**
     * Changes the password, ends all other sessions and all reset links, and tells the member by mail.
     *
     * @returns The browser's new token, with which it stays a known browser.
     * @throws {Problem} 400 when the current one is wrong, or the new one is easily guessed.
     */
    async changePassword(
      memberId: string,
      { currentPassword, newPassword }: ChangePassword,
      origin: Origin,
      signal?: AbortSignal,
    ): Promise<Pick<SignedIn, "browserToken">> {
      const from = await requirePassword(memberId, currentPassword, "currentPassword", signal);
      const member = await table.byId(memberId);
      if (member === undefined) throw new Problem(401, "Not authenticated");
      await requireOwnPassword(newPassword, member, deps.newPassword);
      const to = await passwords.hash(newPassword, { memberId }, signal);
      const { requestId, session } = origin;
      const also = [await sessions.endingAll(memberId, session?.id)];
      if (!await credentials.replace({ memberId, from, to, requestId, also })) {
        throw new Problem(409, "Your password has been changed. Sign in again.");
      }
      await limits.passwordSet(memberId);
      const command = { type: "RecordPasswordChange" } as const;
      await members.execute(memberId, command, causeOf(memberId, origin), passwordNotice);
      deps.wakeSender();
      await deps.catchUpAll();
      return { browserToken: deps.knownBrowsers.issue({ memberId, passwordHash: to }) };
    },
    /** A member's sessions, latest first. */
    sessions: (memberId: string): Promise<readonly SessionSummary[]> => sessions.list(memberId),
    /** Ends one session; an unknown one is ignored. */
    endSession: (memberId: string, sessionId: string): Promise<void> =>
      sessions.endOne(memberId, sessionId),
    /** Ends all sessions except the one that asks. */
    async endOtherSessions(memberId: string, { session }: Origin): Promise<void> {
      await sessions.endAll(memberId, session?.id);
      // A mailed link acts without a session.
      await deps.tokens.endAll("conversation-links", memberId);
    },
  };
}

export type Security = ReturnType<typeof createSecurity>;
