import type { Statement } from "../../../events/store/database.ts";
import { settingsStream } from "../../../events/program/setting-events.ts";
import type { AccessLog } from "../../auth/access-log.ts";
import type { Origin, SignedIn } from "../../auth/origin.ts";
import type { Sessions } from "../../auth/sessions.ts";
import { newToken } from "../../auth/secret-token.ts";
import { tokenLink } from "../../mail/templates/letterhead.ts";
import type { Tokens } from "../../auth/tokens.ts";
import type { FirstStaffRegistration } from "../../contract/account.ts";
import { Problem } from "../../contract/problem.ts";
import type { ProgramPeople } from "../../../events/read/program-people.ts";
import type { Changes } from "./changes.ts";
import type { OpenAccount } from "./open-account.ts";

const kind = "first-staff";
/** The proof that the link counts as, beside a password. */
const proof = "operator-link";

interface FirstStaffParts {
  readonly openAccount: OpenAccount;
  readonly changes: Pick<Changes, "save">;
  readonly people: Pick<ProgramPeople, "staff">;
  readonly tokens: Pick<Tokens, "issue" | "peek" | "using">;
  readonly sessions: Pick<Sessions, "proving">;
  readonly accessLog: Pick<AccessLog, "notSignedIn">;
}

/** First access without staff: a secret link printed at the start, stored only as a hash. */
export class FirstStaff {
  constructor(private readonly parts: FirstStaffParts) {}

  async isNeeded(): Promise<boolean> {
    return (await this.parts.people.staff()).length === 0;
  }

  async linkState(token: string): Promise<"good" | "used" | "expired"> {
    if (!await this.isNeeded()) return "used";
    return await this.parts.tokens.peek(kind, token) === undefined ? "expired" : "good";
  }

  /** The token of a new link; `undefined` if there is staff. */
  async issue(): Promise<string | undefined> {
    if (!await this.isNeeded()) return undefined;
    const token = newToken();
    await issueLink(this.parts.tokens, token);
    return token;
  }

  /** Registers the first staff account, and signs it in. 400 when the link isn't valid. */
  async register(
    { token, ...details }: FirstStaffRegistration & { readonly token: string },
    origin: Origin,
    signal?: AbortSignal,
  ): Promise<SignedIn> {
    // Approved at once: no one else could approve them, and mail may not be set up yet.
    const account = {
      registration: { ...details, role: "cadre" },
      confirmedBy: "first-staff link",
      proofs: [proof],
      along: () => this.#using(token),
    } as const;
    // Hashing is expensive, so the link is checked first.
    await this.#using(token).catch(this.parts.accessLog.notSignedIn({ by: proof }, origin));
    return await this.parts.openAccount(account, origin, signal);
  }

  /** Gives staff access to a signed-in member. 400 when the link isn't valid. */
  async take(token: string, memberId: string, origin: Origin): Promise<void> {
    const command = { type: "GrantCadre", isByLink: true } as const;
    const { session } = origin;
    const along = async () => [
      ...await this.#using(token),
      ...session ? [(await this.parts.sessions.proving(memberId, session, proof)).statement] : [],
    ];
    await this.parts.changes.save(memberId, command, origin, undefined, along);
  }

  /** Uses up a link in the transaction of its change. @throws {Problem} 400 when it isn't valid. */
  async #using(token: string): Promise<readonly Statement[]> {
    const state = await this.linkState(token);
    if (state !== "good") throw new Problem(400, refusals[state]);
    return this.parts.tokens.using(kind, token, settingsStream);
  }
}

/** Issues a link under the program's own id, since it belongs to no member. */
export function issueLink(tokens: Pick<Tokens, "issue">, token: string): Promise<void> {
  return tokens.issue(kind, token, settingsStream);
}

/** The link's address. No log contains the token, since requests are logged without their query. */
export function firstStaffLink(appOrigin: string, token: string): string {
  return tokenLink({ appOrigin }, "/first-staff", token);
}

const refusals = {
  used: "This directory has staff already. Ask them to give you staff access",
  expired: "This link has expired or isn't valid. Restart the service to get a new one",
} as const;
