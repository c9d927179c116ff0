import type { Along } from "../../../events/members/handle.ts";
import type { MemberRecord } from "../../../events/members/record.ts";
import type { Database } from "../../../events/store/database.ts";
import type { MemberTable } from "../../../events/read/members.ts";
import type { AccessLog } from "../../auth/access-log.ts";
import type { Credentials } from "../../auth/credentials.ts";
import { requireConfirmed } from "../../auth/confirmed.ts";
import type { NewPasswords } from "../../auth/passwords/new-password.ts";
import type { Origin, SignedIn } from "../../auth/origin.ts";
import { type CodeProofs, wrongCode } from "../../auth/proofs/code.ts";
import { type PasskeyProofs, wrongPasskey } from "../../auth/proofs/passkey.ts";
import type { PasswordProofs } from "../../auth/proofs/password.ts";
import {
  factorsOf,
  type ProofFor,
  type ProofKind,
  type Proved,
  spend,
} from "../../auth/proofs/proofs.ts";
import type { LiveSession, Sessions } from "../../auth/sessions.ts";
import type { Tokens } from "../../auth/tokens.ts";
import type {
  AddPassword,
  ChangePassword,
  Confirmation as ConfirmationBy,
  MailedCode,
  Session,
} from "../../contract/account.ts";
import type { PasskeyAnswer } from "../../contract/passkey.ts";
import { Problem } from "../../contract/problem.ts";
import { wrongPassword } from "../../contract/wrong-password.ts";
import type { Confirmation } from "./confirmation.ts";
import type { PasswordChange } from "./password-change.ts";

interface SecurityParts {
  readonly database: Pick<Database, "write">;
  readonly members: Pick<MemberTable, "byId">;
  readonly proofs: {
    readonly passwords: Pick<PasswordProofs, "ofMember">;
    readonly codes: Pick<CodeProofs, "expectedOf" | "require">;
    readonly passkeys: Pick<PasskeyProofs, "ofMember">;
  };
  readonly credentials: Pick<Credentials, "of" | "requiringNone">;
  readonly confirmation: Pick<Confirmation, "confirm">;
  readonly newPasswords: NewPasswords;
  readonly passwordChange: Pick<PasswordChange, "save">;
  readonly sessions: Pick<Sessions, "endAll" | "endOne" | "list" | "proving" | "requiring">;
  readonly tokens: Pick<Tokens, "endAll">;
  readonly accessLog: Pick<AccessLog, "notProved" | "provedAgain" | "signedOut">;
  readonly now: () => Date;
}

type GivenProof = ConfirmationBy | MailedCode | { readonly passkey: PasskeyAnswer | undefined };

export type MissingProof = "password" | "code" | "operator-link";

/** A member's password and sessions. */
export class Security {
  constructor(private readonly parts: SecurityParts) {}

  /** Whether they have a password. Members without one sign in by code. */
  async hasPassword(memberId: string): Promise<boolean> {
    return (await this.parts.credentials.of(memberId)).passwordHash !== undefined;
  }

  /** The proof that their session lacks, for members who must prove their identity twice. */
  async missingProof(memberId: string, { session }: Origin): Promise<MissingProof> {
    if (!factorsOf(session?.proofs ?? {}).has("had")) return "code";
    const { passwordHash, isMailed } = await this.parts.credentials.of(memberId);
    return passwordHash !== undefined && !isMailed ? "password" : "operator-link";
  }

  /** Whether this browser waits for a code mailed to the member. */
  async expectsCode(memberId: string, origin: Origin): Promise<boolean> {
    return await this.parts.proofs.codes.expectedOf(origin) === memberId;
  }

  /**
   * Marks this session as confirmed for ten minutes, and returns it.
   * @throws {Problem} 400 when the password, code or passkey is wrong; 429 after too many.
   */
  async confirm(
    memberId: string,
    given: GivenProof,
    origin: Origin,
    signal?: AbortSignal,
  ): Promise<LiveSession | undefined> {
    const by = (["password", "code"] as const).find((kind) => kind in given) ?? "passkey";
    const proved = await this.#prove(memberId, given, origin, signal)
      .catch(this.parts.accessLog.notProved({ by, memberId }, origin));
    return origin.session && await this.#note(proved, origin.session, origin);
  }

  async #prove(
    memberId: string,
    given: GivenProof,
    origin: Origin,
    signal: AbortSignal | undefined,
  ): Promise<Proved<ProofFor<"confirm it is you">>> {
    if ("password" in given) {
      return await this.#requirePassword(memberId, given.password, "password", signal);
    }
    return "code" in given
      ? await this.#requireCode(memberId, given.code, origin)
      : await this.#requirePasskey(memberId, given.passkey);
  }

  async #note(
    proved: Proved<ProofFor<"confirm it is you">>,
    before: LiveSession,
    origin: Origin,
  ): Promise<LiveSession> {
    const { sessions, confirmation, database, accessLog } = this.parts;
    const { kind, member, using } = proved;
    const { session, statement } = await sessions.proving(member.memberId, before, kind);
    const along = async () => [...await using(), statement];
    if (kind === "code" && !member.emailVerified) await confirmation.confirm(member, along, origin);
    else await spend(proved, (using) => database.write([...using, statement]));
    accessLog.provedAgain(member.memberId, kind, origin);
    return session;
  }

  /**
   * Changes the password, ends all other sessions and reset links, and tells the member by mail.
   * @returns The browser's new token, so that it remains a known browser.
   * @throws {Problem} 400 when the current one is wrong, or the new one is easily guessed.
   */
  async changePassword(
    memberId: string,
    { currentPassword, newPassword }: ChangePassword,
    origin: Origin,
    signal?: AbortSignal,
  ): Promise<Pick<SignedIn, "browserToken">> {
    const proved = await this.#requirePassword(
      memberId,
      currentPassword,
      "currentPassword",
      signal,
    ).catch(this.parts.accessLog.notProved({ by: "password", memberId }, origin));
    const { member, kind, using } = proved;
    return await this.#setPassword({ member, newPassword, by: [kind], using }, origin, signal);
  }

  /**
   * Sets the password of a member who has none.
   * @throws {Problem} 403 with `confirm`, until they prove again who they are; 409 if they have one.
   */
  async addPassword(
    memberId: string,
    { newPassword }: AddPassword,
    origin: Origin,
    signal?: AbortSignal,
  ): Promise<Pick<SignedIn, "browserToken">> {
    const { credentials, members, sessions, now } = this.parts;
    const { session } = origin;
    requireConfirmed(session, now());
    const member = await members.byId(memberId);
    if (member === undefined) throw new Problem(401, "Not authenticated");
    const using = async () => {
      if (await this.hasPassword(memberId)) {
        throw new Problem(409, "You already have a password. Reload the page to change it.");
      }
      return [
        credentials.requiringNone(memberId),
        await sessions.requiring(memberId, session?.id),
      ];
    };
    await using();
    const by = Object.keys(session?.proofs ?? {}) as ProofKind[];
    return await this.#setPassword({ member, newPassword, by, using }, origin, signal);
  }

  async #setPassword(
    { newPassword, ...to }: {
      readonly member: MemberRecord;
      readonly newPassword: string;
      readonly by: readonly ProofKind[];
      readonly using: Along;
    },
    origin: Origin,
    signal: AbortSignal | undefined,
  ): Promise<Pick<SignedIn, "browserToken">> {
    const { newPasswords, passwordChange } = this.parts;
    const password = await newPasswords.check(newPassword, to.member, "newPassword");
    const passwordHash = await newPasswords.hash(password, to.member, signal);
    const change = {
      ...to,
      passwordHash,
      commands: [{ type: "RecordPasswordChange" }],
      exceptSession: origin.session?.id,
    } as const;
    return { browserToken: await passwordChange.save(change, origin) };
  }

  /** Lists the current session first, then others by last visit. */
  async sessions(memberId: string, { session }: Origin): Promise<Session[]> {
    const sessions = (await this.parts.sessions.list(memberId)).map((one) => ({
      ...one,
      isCurrent: one.id === session?.id,
    }));
    return sessions.sort((one, other) => Number(other.isCurrent) - Number(one.isCurrent));
  }

  async endSession(memberId: string, sessionId: string, origin: Origin): Promise<void> {
    await this.parts.sessions.endOne(memberId, sessionId);
    this.parts.accessLog.signedOut(memberId, "another", origin);
  }

  async endOtherSessions(memberId: string, origin: Origin): Promise<void> {
    const count = await this.parts.sessions.endAll(memberId, origin.session?.id);
    if (count > 0) this.parts.accessLog.signedOut(memberId, "all others", origin);
    // End these, too: a mailed link acts without a session, and another browser could sign in with
    // its code.
    for (const kind of ["conversation-links", "code"] as const) {
      await this.parts.tokens.endAll(kind, memberId);
    }
  }

  /** @param field The password's name in the form. */
  async #requirePassword(
    memberId: string,
    password: string,
    field: string,
    signal: AbortSignal | undefined,
  ): Promise<Proved<"password" | "mailed-password">> {
    const proved = await this.parts.proofs.passwords.ofMember(memberId, password, signal);
    if (proved !== undefined) return proved;
    throw new Problem(400, wrongPassword, { fields: { [field]: wrongPassword } });
  }

  async #requireCode(memberId: string, code: string, origin: Origin): Promise<Proved<"code">> {
    // Another member's code is wrong here, and uses up none of its tries.
    if (!await this.expectsCode(memberId, origin)) throw wrongCode();
    return await this.parts.proofs.codes.require(origin, code);
  }

  async #requirePasskey(
    memberId: string,
    answer: PasskeyAnswer | undefined,
  ): Promise<Proved<"passkey">> {
    const proved = answer && await this.parts.proofs.passkeys.ofMember(memberId, answer);
    if (proved === undefined) throw wrongPasskey();
    return proved;
  }
}
