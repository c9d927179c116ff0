import type { MemberRecord } from "../../events/members/record.ts";
import type { Credentials } from "../auth/credentials.ts";
import type { KnownBrowsers } from "../auth/known-browser.ts";
import type { Origin } from "../auth/origin.ts";
import type { Sessions } from "../auth/sessions.ts";
import type { SignedIn } from "../auth/signed-in.ts";
import { Problem } from "../problems.ts";

export interface StartSessionDependencies {
  readonly credentials: Credentials;
  readonly sessions: Sessions;
  readonly knownBrowsers: KnownBrowsers;
}

/**
 * Signs a member in.
 *
 * @param verifiedHash Hash that the password was compared with, if it was.
 * @throws {Problem} 401 if the hash has changed since.
 */
export async function startSession(
  { credentials, sessions, knownBrowsers }: StartSessionDependencies,
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

export function invalidLogin(): Problem {
  return new Problem(401, "Invalid username or password");
}
