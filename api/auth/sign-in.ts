import { DatabaseNotWritable } from "../../events/store/database-errors.ts";
import type { MemberRecord } from "../../events/members/record.ts";
import { Problem } from "../contract/problem.ts";
import { fullDisk } from "../node/outages.ts";
import type { Credentials } from "./credentials.ts";
import type { KnownBrowsers } from "./known-browser.ts";
import type { Origin, SignedIn } from "./origin.ts";
import type { NewSession, Sessions } from "./sessions.ts";

interface SignInParts {
  readonly credentials: Pick<Credentials, "passwordHash">;
  readonly sessions: Pick<Sessions, "beginning" | "create" | "end">;
  readonly knownBrowsers: Pick<KnownBrowsers, "idOf" | "issue">;
}

export class SignIn {
  constructor(private readonly parts: SignInParts) {}

  /**
   * @param verifiedHash Hash that the password was compared with.
   * @throws {Problem} 401 if it has changed since.
   */
  async start(
    member: MemberRecord,
    { browser }: Origin,
    verifiedHash: string,
  ): Promise<SignedIn> {
    const { credentials, sessions } = this.parts;
    const { memberId } = member;
    const session = await sessions.create(memberId, browser).catch(cantSignIn);
    const passwordHash = await credentials.passwordHash(memberId) ?? "";
    if (passwordHash !== verifiedHash) {
      // Changing it has ended all other sessions.
      await sessions.end(session.token);
      throw invalidLogin();
    }
    return this.#signedIn(member, session, passwordHash);
  }

  /** A session that begins in the transaction of its account. */
  beginning(memberId: string, { browser }: Origin) {
    const { session, statement } = this.parts.sessions.beginning(memberId, browser);
    return {
      statement,
      /** Once it is committed. */
      of: (member: MemberRecord, passwordHash: string) =>
        this.#signedIn(member, session, passwordHash),
    };
  }

  #signedIn(
    member: MemberRecord,
    { token, expiresAt }: NewSession,
    passwordHash: string,
  ): SignedIn {
    const { memberId } = member;
    const browserToken = this.parts.knownBrowsers.issue({ memberId, passwordHash });
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
