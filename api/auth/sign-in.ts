import { DatabaseNotWritable } from "../../events/store/database-errors.ts";
import type { MemberRecord } from "../../events/members/record.ts";
import { Problem } from "../contract/problem.ts";
import { fullDisk } from "../node/outages.ts";
import type { AccessLog } from "./access-log.ts";
import type { Credentials } from "./credentials.ts";
import type { KnownBrowsers } from "./known-browser.ts";
import type { Origin, SignedIn } from "./origin.ts";
import { type ProofFor, type ProofKind, type Proved, spend } from "./proofs/proofs.ts";
import type { Sessions } from "./sessions.ts";

interface SignInParts {
  readonly credentials: Pick<Credentials, "of">;
  readonly sessions: Pick<Sessions, "beginning" | "create">;
  readonly knownBrowsers: Pick<KnownBrowsers, "idOf" | "issue">;
  readonly accessLog: Pick<AccessLog, "signedIn">;
}

export class SignIn {
  constructor(private readonly parts: SignInParts) {}

  /** Starts a session and uses up the proof, both or neither. @throws {Problem} If it isn't valid anymore. */
  async start(
    proved: Proved<ProofFor<"sign in">>,
    origin: Origin,
  ): Promise<SignedIn> {
    const { kind, member } = proved;
    const { memberId } = member;
    const begins = { browser: origin.browser, proofs: [kind] };
    const session = await spend(
      proved,
      (using) => this.parts.sessions.create(memberId, begins, using),
    );
    this.parts.accessLog.signedIn(memberId, [kind], origin);
    const { token: sessionToken, expiresAt } = session;
    return { member, sessionToken, expiresAt, browserToken: await this.browserToken(memberId) };
  }

  /** Prepares a session that starts in another transaction, such as that of its account. */
  beginning(memberId: string, origin: Origin, proofs: readonly ProofKind[]) {
    const { browser } = origin;
    const { session, statement } = this.parts.sessions.beginning(memberId, { browser, proofs });
    return {
      statement,
      /** Call it after the commit. */
      of: async (member: MemberRecord): Promise<SignedIn> => {
        this.parts.accessLog.signedIn(memberId, proofs, origin);
        return {
          member,
          sessionToken: session.token,
          expiresAt: session.expiresAt,
          browserToken: await this.browserToken(memberId),
        };
      },
    };
  }

  /** A token by which the browser is known from now on. */
  async browserToken(memberId: string): Promise<string> {
    const { changedAtMs } = await this.parts.credentials.of(memberId);
    return this.parts.knownBrowsers.issue({ memberId, changedAtMs });
  }

  /** Whether the browser has signed in to this account before. */
  async isKnown({ browserToken = "" }: Origin, memberId: string): Promise<boolean> {
    const { changedAtMs } = await this.parts.credentials.of(memberId);
    return this.parts.knownBrowsers.idOf(browserToken, { memberId, changedAtMs }) !== undefined;
  }
}

/** Explains why no one can sign in while nothing can be written. */
export function cantSignIn(error: unknown): never {
  if (!(error instanceof DatabaseNotWritable)) throw error;
  const message = `You can't sign in right now: ${fullDisk}. Try again later.`;
  throw new Problem(503, message, { retryAfterSeconds: 30 });
}
