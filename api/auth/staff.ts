import type { MemberRecord } from "../../events/members/record.ts";
import { isStaff } from "../../events/program/admission.ts";
import type { MemberTable } from "../../events/read/members.ts";
import { Problem } from "../contract/problem.ts";
import { isConfirmed, requireConfirmed } from "./confirmed.ts";
import type { Origin } from "./origin.ts";
import type { RateLimits } from "./limits/rate-limits.ts";

interface StaffParts {
  readonly members: Pick<MemberTable, "byId">;
  readonly limits: Pick<RateLimits, "change">;
  readonly now: () => Date;
}

/** Checks before staff see or do anything. */
export class Staff {
  constructor(private readonly parts: StaffParts) {}

  /** @throws {Problem} 404 for other members, so that they don't learn what exists. */
  async require(memberId: string): Promise<MemberRecord> {
    const member = await this.parts.members.byId(memberId);
    if (member === undefined || !isStaff(member)) throw new Problem(404, "Not found");
    return member;
  }

  /** Whether they recently confirmed their identity. */
  isConfirmed({ session }: Pick<Origin, "session">): boolean {
    return isConfirmed(session, this.parts.now());
  }

  /** @throws {Problem} 403 with `confirm`, until they confirm their identity again. */
  requireConfirmed({ session }: Pick<Origin, "session">): void {
    requireConfirmed(session, this.parts.now());
  }

  /** Counts a change like any member's. @throws {Problem} 429 after too many. */
  async count(memberId: string): Promise<void> {
    await this.parts.limits.change(memberId);
  }
}
