/** What refuses a transaction that was decided on what has changed since. */
import { refuseIf, type Statement } from "../store/database.ts";

/** If a member's number isn't what it was. */
export function refuseOtherNumber(
  memberId: string,
  column: "dealings" | "conversations",
  was: number,
): Statement {
  return refuseIf(`EXISTS (SELECT 1 FROM members WHERE member_id = ? AND ${column} <> ?)`, [
    memberId,
    was,
  ]);
}

/** If there is something between two members by now. */
export function refuseAcquainted(two: readonly [lowId: string, highId: string]): Statement {
  return refuseIf("EXISTS (SELECT 1 FROM acquaintances WHERE low_id = ? AND high_id = ?)", two);
}
