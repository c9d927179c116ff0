import { isLocked, isStaff } from "../../../events/program/admission.ts";
import type { MemberTable } from "../../../events/read/members.ts";
import type { AccessLog } from "../../auth/access-log.ts";
import type { Authenticated, Origin } from "../../auth/origin.ts";
import type { Sessions } from "../../auth/sessions.ts";
import type { EffectiveSettings } from "../../config/effective-settings.ts";

interface AuthenticationParts {
  readonly sessions: Pick<Sessions, "end" | "validate">;
  readonly members: Pick<MemberTable, "byId">;
  readonly settings: Pick<EffectiveSettings, "current">;
  readonly accessLog: Pick<AccessLog, "signedOut">;
}

/** Finds the member a session belongs to. */
export class Authentication {
  constructor(private readonly parts: AuthenticationParts) {}

  /** `expiresAt` is set if the session was extended, so that the cookie can be extended, too. */
  async authenticate(sessionToken: string): Promise<Authenticated | undefined> {
    const found = await this.parts.sessions.validate(sessionToken);
    const member = found && await this.parts.members.byId(found.memberId);
    if (found === undefined || member === undefined || isLocked(member)) return undefined;
    const needsTwo = isStaff(member) && this.parts.settings.current().staffProveTwice;
    return { ...found, member, ...needsTwo && { session: { ...found.session, needsTwo } } };
  }

  /** @param found The session's member, if it still works. */
  async logout(
    sessionToken: string,
    found: Pick<Authenticated, "member"> | undefined,
    origin: Pick<Origin, "requestId">,
  ): Promise<void> {
    await this.parts.sessions.end(sessionToken);
    if (found) this.parts.accessLog.signedOut(found.member.memberId, "this", origin);
  }
}
