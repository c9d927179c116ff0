import type { Credentials } from "../../auth/credentials.ts";
import type { KnownBrowsers } from "../../auth/known-browser.ts";
import type { Origin } from "../../auth/origin.ts";
import type { RateLimits } from "../../auth/rate-limits.ts";
import { passwordNotice } from "../../mail/letters/password-notice.ts";
import { ignoreOutage } from "../../node/outages.ts";
import type { Changes } from "./changes.ts";

interface PasswordChangeParts {
  readonly credentials: Pick<Credentials, "setPassword">;
  readonly limits: Pick<RateLimits, "passwordSet">;
  readonly changes: Pick<Changes, "record">;
  readonly knownBrowsers: Pick<KnownBrowsers, "issue">;
}

type SetPassword = Omit<Parameters<Credentials["setPassword"]>[0], "requestId">;

/** Sets passwords of accounts, and tells their owners. */
export class PasswordChange {
  constructor(private readonly parts: PasswordChangeParts) {}

  /** @returns The browser's new token; `undefined` when what proved the right to it is gone. */
  async record(
    password: SetPassword,
    type: "RecordPasswordChange" | "RecordPasswordReset",
    origin: Origin,
  ): Promise<string | undefined> {
    const { credentials, limits, changes, knownBrowsers } = this.parts;
    const { memberId, passwordHash } = password;
    const { requestId } = origin;
    if (!await credentials.setPassword({ ...password, requestId })) return undefined;
    // The password is set. On a full disk the rest is recorded later, as after a crash.
    await limits.passwordSet(memberId).catch(ignoreOutage);
    await changes.record(memberId, { type }, origin, passwordNotice).catch(ignoreOutage);
    return knownBrowsers.issue({ memberId, passwordHash });
  }
}
