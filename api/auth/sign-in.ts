import { DatabaseNotWritable } from "../../events/database-errors.ts";
import type { MemberRecord } from "../../events/members/record.ts";
import { Problem } from "../contract/problem.ts";
import { fullDisk } from "../node/outages.ts";
import type { Credentials } from "./credentials.ts";
import type { KnownBrowsers } from "./known-browser.ts";
import type { Origin, SignedIn } from "./origin.ts";
import type { Sessions } from "./sessions.ts";

interface SignInParts {
  readonly credentials: Pick<Credentials, "passwordHash">;
  readonly sessions: Pick<Sessions, "create" | "end">;
  readonly knownBrowsers: Pick<KnownBrowsers, "idOf" | "issue">;
}

export class SignIn {
  constructor(private readonly parts: SignInParts) {}

  /** @param verifiedHash Hash that the password was compared with: 401 if it has changed since. */
  async start(
    member: MemberRecord,
    { browser }: Origin,
    verifiedHash?: string,
  ): Promise<SignedIn> {
    const { credentials, sessions, knownBrowsers } = this.parts;
    const { memberId } = member;
    const { token, expiresAt } = await sessions.create(memberId, browser).catch(cantSignIn);
    const passwordHash = await credentials.passwordHash(memberId) ?? "";
    if (verifiedHash !== undefined && passwordHash !== verifiedHash) {
      // Changing it has ended all other sessions.
      await sessions.end(token);
      throw invalidLogin();
    }
    const browserToken = knownBrowsers.issue({ memberId, passwordHash });
    return { member, sessionToken: token, expiresAt, browserToken };
  }

  /** `undefined` for someone without a password, or without an account. */
  async passwordHash(memberId: string): Promise<string | undefined> {
    return await this.parts.credentials.passwordHash(memberId);
  }

  /** The browser's id, if it has signed in to this account before. */
  browserOf({ browserToken = "" }: Origin, memberId: string, passwordHash = "") {
    return this.parts.knownBrowsers.idOf(browserToken, { memberId, passwordHash });
  }
}

/** Tells why no one can sign in while nothing can be written. */
export function cantSignIn(error: unknown): never {
  if (!(error instanceof DatabaseNotWritable)) throw error;
  const message = `You can't sign in right now: ${fullDisk}. Try again later.`;
  throw new Problem(503, message, { retryAfterSeconds: 30 });
}

export function invalidLogin(): Problem {
  return new Problem(401, "Invalid username or password");
}
