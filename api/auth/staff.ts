import type { MemberRecord } from "../../events/members/record.ts";
import { isStaff } from "../../events/program/admission.ts";
import type { MemberTable } from "../../events/read/members.ts";
import type { EffectiveSettings } from "../config/effective-settings.ts";
import { type MissingProof, Problem } from "../contract/problem.ts";
import { isConfirmed, requireConfirmed } from "./confirmed.ts";
import type { Credentials } from "./credentials.ts";
import type { Origin } from "./origin.ts";
import { factorsOf, isProvedTwice } from "./proofs/proofs.ts";
import type { RateLimits } from "./rate-limits.ts";

interface StaffParts {
  readonly members: Pick<MemberTable, "byId">;
  readonly credentials: Pick<Credentials, "of">;
  readonly settings: Pick<EffectiveSettings, "current">;
  readonly limits: Pick<RateLimits, "change">;
  readonly now: () => Date;
}

/** What is asked before staff see or do anything. */
export class Staff {
  constructor(private readonly parts: StaffParts) {}

  /** @throws {Problem} 404 for others, who must not learn what exists. */
  async require(memberId: string): Promise<MemberRecord> {
    const member = await this.parts.members.byId(memberId);
    if (member === undefined || !isStaff(member)) throw new Problem(404, "Not found");
    return member;
  }

  /** Whether they proved recently who they are. */
  isConfirmed({ session }: Pick<Origin, "session">): boolean {
    return isConfirmed(session, this.parts.now());
  }

  /** @throws {Problem} 403 with `confirm`, until they prove again who they are. */
  requireConfirmed({ session }: Pick<Origin, "session">): void {
    requireConfirmed(session, this.parts.now());
  }

  /** Whether their session has proved what the program asks of staff. */
  hasProvedEnough({ session }: Pick<Origin, "session">): boolean {
    const { staffProveTwice } = this.parts.settings.current();
    return !staffProveTwice || isProvedTwice(session?.proofs ?? {});
  }

  /** @throws {Problem} 403 that names what is missing, if the program asks staff to prove twice who they are. */
  async requireEnough(memberId: string, origin: Pick<Origin, "session">): Promise<void> {
    if (!this.hasProvedEnough(origin)) await this.requireTwice(memberId, origin);
  }

  /** @throws {Problem} 403 that names what is missing, until their session has proved twice who they are. */
  async requireTwice(memberId: string, { session }: Pick<Origin, "session">): Promise<void> {
    const proofs = session?.proofs ?? {};
    if (isProvedTwice(proofs)) return;
    const { passwordHash, isMailed } = await this.parts.credentials.of(memberId);
    const hasPassword = passwordHash !== undefined && !isMailed;
    const missing: MissingProof = !factorsOf(proofs).has("had")
      ? "code"
      : hasPassword
      ? "password"
      : "operator-link";
    throw new Problem(403, "Staff prove who they are twice here", { confirm: true, missing });
  }

  /** Counts a change of theirs, as of any member. @throws {Problem} 429 after too many. */
  async count(memberId: string): Promise<void> {
    await this.parts.limits.change(memberId);
  }
}
