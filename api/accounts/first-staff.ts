import { Refusal } from "../../events/errors.ts";
import type { MemberRecord } from "../../events/members/record.ts";
import { settingsStream } from "../../events/program/setting-events.ts";
import type { ProgramPeople } from "../../events/read/program-people.ts";
import { newToken } from "../auth/secret-token.ts";
import type { Tokens } from "../auth/tokens.ts";
import type { FirstStaffRegistration } from "../contract/account.ts";
import { Problem } from "../problems.ts";
import type { SignedIn } from "../auth/signed-in.ts";
import type { Origin } from "../auth/origin.ts";

/**
 * One-time permission: only one caller can take it, and it is given back if the account is refused.
 */
export interface Permit {
  take(): Promise<void>;
  giveBack(): Promise<void>;
}

export interface FirstStaffDependencies {
  readonly people: Pick<ProgramPeople, "staff">;
  readonly tokens: Pick<Tokens, "issue" | "peek" | "consume">;
  /** Resolves once every reader sees the events recorded before the call. */
  readonly catchUpAll: () => Promise<void>;
  /** Registers a staff account. */
  readonly register: (
    registration: FirstStaffRegistration,
    origin: Origin,
    permit: Permit,
    signal?: AbortSignal,
  ) => Promise<SignedIn>;
  /** Gives staff access to an existing account. */
  readonly grant: (memberId: string, origin: Origin) => Promise<MemberRecord>;
}

const kind = "first-staff";

/**
 * First access to an installation without staff: a secret link that the service prints at its start. Only its
 * hash is stored. Using one link ends all of them.
 */
export function createFirstStaff(deps: FirstStaffDependencies) {
  const { tokens } = deps;
  const isNeeded = async () => (await deps.people.staff()).length === 0;

  async function look(token: string) {
    await deps.catchUpAll();
    if (!await isNeeded()) return "used";
    return await tokens.peek(kind, token) === undefined ? "expired" : "good";
  }

  async function requireGood(token: string): Promise<void> {
    const is = await look(token);
    if (is !== "good") throw new Problem(400, whatBecameOfIt[is]);
  }

  const permitOf = (token: string): Permit => ({
    async take() {
      await requireGood(token);
      if (await tokens.consume(kind, token) === undefined) {
        throw new Problem(400, whatBecameOfIt.used);
      }
    },
    giveBack: () => issueLink(tokens, token),
  });

  return {
    /** Whether there is no staff. */
    isNeeded,
    /** State of a link: `used` if there is staff. */
    look,
    /** The token of a new link; `undefined` if there is staff. */
    async issue(): Promise<string | undefined> {
      if (!await isNeeded()) return undefined;
      const token = newToken();
      await issueLink(tokens, token);
      return token;
    },
    /**
     * Registers the first staff account, and signs it in.
     *
     * @throws {Problem} 400 when the link isn't valid; otherwise like `Accounts.register`.
     */
    async register(
      { token, ...registration }: FirstStaffRegistration & { readonly token: string },
      origin: Origin,
      signal?: AbortSignal,
    ): Promise<SignedIn> {
      await requireGood(token);
      return await deps.register(registration, origin, permitOf(token), signal);
    },
    /**
     * Gives staff access to a signed-in member.
     *
     * @throws {Problem} 400 when the link isn't valid.
     */
    async take(token: string, memberId: string, origin: Origin): Promise<void> {
      const permit = permitOf(token);
      await permit.take();
      try {
        await deps.grant(memberId, origin);
      } catch (error) {
        if (error instanceof Refusal) await permit.giveBack();
        throw error;
      }
    },
  };
}

export type FirstStaff = ReturnType<typeof createFirstStaff>;

/** Issues a link under the program's own id, since it belongs to no member. */
export function issueLink(tokens: Pick<Tokens, "issue">, token: string): Promise<void> {
  return tokens.issue(kind, token, settingsStream);
}

/** The link's address. No log contains the token, since requests are logged without their query. */
export function firstStaffLink(appOrigin: string, token: string): string {
  return `${appOrigin}/first-staff?token=${token}`;
}

const whatBecameOfIt = {
  used: "This directory has staff already. Ask them to give you staff access",
  expired:
    "This link has expired or isn't valid. Restart the service, or run npm run admin -- first-staff, to get a new one",
} as const;
