import type { ChangedMember } from "../../events/read/members.ts";
import { memberWith } from "../../events/testing/members.ts";
import type { MemberChanges } from "../index-members.ts";

/** A read table of members, one row each, so older changes disappear as in the real one. */
export class ChangingMembers implements MemberChanges {
  rows: ChangedMember[] = [];
  reads = 0;

  async changedSince(position: number, limit: number): Promise<ChangedMember[]> {
    this.reads++;
    const page = this.rows.filter((change) => change.position > position).slice(0, limit);
    await new Promise((resolve) => setTimeout(resolve, 1));
    return page;
  }

  /** @param company The member's company; `undefined` for an erased member. */
  change(memberId: string, company: string | undefined, isVisible = true): void {
    const position = this.last() + 1;
    const profile = { company, isVisible };
    const member = company === undefined ? undefined : memberWith({ memberId, profile });
    this.rows = this.rows.filter((other) => other.memberId !== memberId);
    this.rows.push({ memberId, position, member });
  }

  last(): number {
    return this.rows.at(-1)?.position ?? 0;
  }
}
