import type { ProgramMailKind } from "../../../events/members/program-mail-events.ts";
import type { MemberRecord } from "../../../events/members/record.ts";
import type { Moment, MomentRange } from "../../../events/read/members.ts";
import type { Letter } from "../../mail/templates/letter.ts";
import type { Letterhead } from "../../mail/templates/letterhead.ts";

/** A kind of mail that no member caused. Its limits are in `events/members/program-mails.ts`. */
export interface ProgramMail {
  readonly kind: ProgramMailKind;
  /** For whom it falls due in a time, by an indexed query. Asked again and again, so it is cheap. */
  readonly due: (range: MomentRange) => Promise<readonly Moment[]>;
  /** What the rule can't read from a member's record. Asked before it is recorded, and when it is sent. */
  readonly isWanted: (member: MemberRecord) => Promise<boolean>;
  /** Written when it is sent; `undefined` if there is nothing to say anymore. */
  readonly write: (
    member: MemberRecord,
    mail: { readonly createdAtMs: number },
  ) => Promise<WrittenMail | undefined>;
}

export interface WrittenMail {
  /** Members whom it names: if one is erased while it leaves, it is written again. */
  readonly aboutIds?: readonly string[];
  readonly letter: (head: Letterhead) => Omit<Letter, "firstName" | "unsubscribe">;
}

/** The queue's name of a kind. */
export function queuedAs(kind: ProgramMailKind): string {
  return `program-${kind}`;
}
