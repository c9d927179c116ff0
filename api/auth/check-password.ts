import type { Credentials } from "./credentials.ts";
import type { Passwords } from "./passwords.ts";
import type { RateLimits } from "./rate-limits.ts";

interface CheckPasswordParts {
  readonly limits: Pick<RateLimits, "confirm">;
  readonly credentials: Pick<Credentials, "passwordHash">;
  readonly passwords: Pick<Passwords, "verify">;
}

export type CheckPassword = ReturnType<typeof createCheckPassword>;

/** Checks a signed-in member's password. Resolves with the hash that it matches, if it is right. */
export function createCheckPassword({ limits, credentials, passwords }: CheckPasswordParts) {
  return (
    memberId: string,
    password: string,
    signal: AbortSignal | undefined,
  ): Promise<string | undefined> =>
    limits.confirm(memberId, async () => {
      const stored = await credentials.passwordHash(memberId);
      return await passwords.verify(stored, password, signal, "first") ? stored : undefined;
    }, signal);
}
