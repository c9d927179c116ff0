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
import type { Security } from "../product.ts";

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
  /** Sends what was queued, now. */
  readonly wakeSender: () => void;
  readonly catchUpAll: () => Promise<void>;
}

/** Account security: step-up authentication, change of password, sessions. */
export function createSecurity(deps: SecurityDependencies): Security {
  const { members, table, credentials, passwords, sessions, limits } = deps;

  /**
   * The hash that the password belongs to.
   *
   * @param field Name of the field that it was given in.
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
    async confirm(memberId, { password }, { session }, signal) {
      await requirePassword(memberId, password, "password", signal);
      return session && await sessions.confirm(memberId, session.id);
    },
    async changePassword(memberId, { currentPassword, newPassword }, origin, signal) {
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
    sessions: (memberId) => sessions.list(memberId),
    endSession: (memberId, sessionId) => sessions.endOne(memberId, sessionId),
    async endOtherSessions(memberId, { session }) {
      await sessions.endAll(memberId, session?.id);
      // A mailed link acts without a session.
      await deps.tokens.endAll("conversation-links", memberId);
    },
  };
}
