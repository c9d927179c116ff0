import type { MemberCommand } from "../../../events/members/commands.ts";
import type { Along } from "../../../events/members/handle.ts";
import type { MemberRecord } from "../../../events/members/record.ts";
import { isStaff } from "../../../events/program/admission.ts";
import type { Statement } from "../../../events/store/database.ts";
import type { Credentials } from "../../auth/credentials.ts";
import type { Origin } from "../../auth/origin.ts";
import { type ProofKind, proofTable } from "../../auth/proofs/proofs.ts";
import type { RateLimits } from "../../auth/limits/rate-limits.ts";
import type { Sessions } from "../../auth/sessions.ts";
import type { SignIn } from "../../auth/sign-in.ts";
import type { EffectiveSettings } from "../../config/effective-settings.ts";
import { passwordNotice } from "../../mail/templates/password-notice.ts";
import { ignoreOutage } from "../../node/outages.ts";
import type { Changes } from "./changes.ts";

interface PasswordChangeParts {
  readonly credentials: Pick<Credentials, "setting">;
  readonly sessions: Pick<Sessions, "endingAll">;
  readonly limits: Pick<RateLimits, "passwordSet">;
  readonly changes: Pick<Changes, "carryOut">;
  readonly settings: Pick<EffectiveSettings, "current">;
  readonly signIn: Pick<SignIn, "browserToken">;
}

interface SetPassword {
  readonly member: MemberRecord;
  readonly passwordHash: string;
  /** The proof by which they may set it. */
  readonly by: readonly ProofKind[];
  /** Uses up that proof, or refuses. */
  readonly using: Along;
  readonly commands: readonly MemberCommand[];
  /** The only session that continues. */
  readonly exceptSession?: string | undefined;
  /** A new session, started with the change. */
  readonly session?: Statement | undefined;
}

/** Sets passwords of accounts, and tells their owners. */
export class PasswordChange {
  constructor(private readonly parts: PasswordChangeParts) {}

  /** @returns The browser's new token. */
  async save(
    { member, passwordHash, by, using, commands, exceptSession, session }: SetPassword,
    origin: Origin,
  ): Promise<string> {
    const { credentials, sessions, limits, changes, settings, signIn } = this.parts;
    const { memberId } = member;
    // Otherwise someone who reads a staff member's mail would get both proofs from it.
    const isMailed = settings.current().staffProveTwice && isStaff(member) &&
      by.every((kind) => proofTable[kind].comesByMail);
    const along = async () => [
      ...await using(),
      ...credentials.setting(memberId, passwordHash, isMailed),
      await sessions.endingAll(memberId, exceptSession),
      ...session ? [session] : [],
    ];
    await changes.carryOut({ memberId, commands, mail: passwordNotice, along }, origin);
    await limits.passwordSet(memberId).catch(ignoreOutage);
    return await signIn.browserToken(memberId);
  }
}
