import type { MemberCommand } from "../../../events/members/commands.ts";
import type { Along } from "../../../events/members/handle.ts";
import type { Credentials } from "../../auth/credentials.ts";
import type { Origin } from "../../auth/origin.ts";
import type { RateLimits } from "../../auth/rate-limits.ts";
import type { Sessions } from "../../auth/sessions.ts";
import type { SignIn } from "../../auth/sign-in.ts";
import { passwordNotice } from "../../mail/letters/password-notice.ts";
import { ignoreOutage } from "../../node/outages.ts";
import type { Changes } from "./changes.ts";

interface PasswordChangeParts {
  readonly credentials: Pick<Credentials, "setting">;
  readonly sessions: Pick<Sessions, "endingAll">;
  readonly limits: Pick<RateLimits, "passwordSet">;
  readonly changes: Pick<Changes, "carryOut">;
  readonly signIn: Pick<SignIn, "browserToken">;
}

interface SetPassword {
  readonly memberId: string;
  readonly passwordHash: string;
  /** Uses up what proved the right to it, or refuses. */
  readonly using: Along;
  readonly commands: readonly MemberCommand[];
  /** The only session that goes on. */
  readonly exceptSession?: string | undefined;
}

/** Sets passwords of accounts, and tells their owners. */
export class PasswordChange {
  constructor(private readonly parts: PasswordChangeParts) {}

  /** @returns The browser's new token. */
  async record(
    { memberId, passwordHash, using, commands, exceptSession }: SetPassword,
    origin: Origin,
  ): Promise<string> {
    const { credentials, sessions, limits, changes, signIn } = this.parts;
    const along = async () => [
      ...await using(),
      ...credentials.setting(memberId, passwordHash),
      await sessions.endingAll(memberId, exceptSession),
    ];
    await changes.carryOut({ memberId, commands, mail: passwordNotice, along }, origin);
    await limits.passwordSet(memberId).catch(ignoreOutage);
    return await signIn.browserToken(memberId);
  }
}
