import type { MemberCommand } from "../../../events/members/commands.ts";
import type { Credentials } from "../../auth/credentials.ts";
import type { KnownBrowsers } from "../../auth/known-browser.ts";
import type { Origin } from "../../auth/origin.ts";
import type { RateLimits } from "../../auth/rate-limits.ts";
import type { Sessions } from "../../auth/sessions.ts";
import type { Problem } from "../../contract/problem.ts";
import { passwordNotice } from "../../mail/letters/password-notice.ts";
import { ignoreOutage } from "../../node/outages.ts";
import type { Changes } from "./changes.ts";

interface PasswordChangeParts {
  readonly credentials: Pick<Credentials, "setting">;
  readonly sessions: Pick<Sessions, "endingAll">;
  readonly limits: Pick<RateLimits, "passwordSet">;
  readonly changes: Pick<Changes, "carryOut">;
  readonly knownBrowsers: Pick<KnownBrowsers, "issue">;
}

type SetPassword = Parameters<Credentials["setting"]>[0] & {
  readonly commands: readonly MemberCommand[];
  /** The only session that goes on. */
  readonly exceptSession?: string | undefined;
  /** When what proved the right to it is gone. */
  readonly refusal: () => Problem;
};

/** Sets passwords of accounts, and tells their owners. */
export class PasswordChange {
  constructor(private readonly parts: PasswordChangeParts) {}

  /** @returns The browser's new token. */
  async record(
    { commands, exceptSession, refusal, ...password }: SetPassword,
    origin: Origin,
  ): Promise<string> {
    const { credentials, sessions, limits, changes, knownBrowsers } = this.parts;
    const { memberId, passwordHash } = password;
    const along = async () => {
      const setting = await credentials.setting(password);
      if (setting === undefined) throw refusal();
      return [...setting, await sessions.endingAll(memberId, exceptSession)];
    };
    await changes.carryOut({ memberId, commands, mail: passwordNotice, along }, origin);
    await limits.passwordSet(memberId).catch(ignoreOutage);
    return knownBrowsers.issue({ memberId, passwordHash });
  }
}
