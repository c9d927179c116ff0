import type { ProgramMailKind } from "../../../events/members/program-mail-events.ts";
import type { MemberRecord } from "../../../events/members/record.ts";
import type { Moment, MomentRange } from "../../../events/read/members.ts";
import type { Letter } from "../../mail/templates/letter.ts";
import type { Letterhead } from "../../mail/templates/letterhead.ts";

/** A kind of scheduled mail. Its limits are in `events/members/program-mails.ts`. */
export interface ProgramMail {
  readonly kind: ProgramMailKind;
  /**
   * Members for whom it falls due in a period, by an indexed query: it runs often, so it must be
   * cheap.
   */
  readonly due: (range: MomentRange) => Promise<readonly Moment[]>;
  /**
   * Conditions that the rule can't read from a member's state. Checked before it is queued, and
   * when it is sent.
   */
  readonly isWanted: (member: MemberRecord) => Promise<boolean>;
  /** Writes the mail when it is sent; `undefined` if it is no longer needed. */
  readonly write: (
    member: MemberRecord,
    mail: { readonly createdAtMs: number },
  ) => Promise<WrittenMail | undefined>;
}

export interface WrittenMail {
  /** Members named in the mail. If one is erased while it is sent, it is written again. */
  readonly aboutIds?: readonly string[];
  readonly letter: (head: Letterhead) => Omit<Letter, "firstName" | "unsubscribe">;
}

/** A kind's name in the queue. */
export function queuedAs(kind: ProgramMailKind): string {
  return `program-${kind}`;
}
