/** Statements that refuse a transaction if rows have changed since its decision. */
import { refuseIf, type Statement } from "../store/database.ts";

/** Refuses if a member's number has changed. */
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

/** Refuses if two members have a stream by now. */
export function refuseAcquainted(two: readonly [lowId: string, highId: string]): Statement {
  return refuseIf("EXISTS (SELECT 1 FROM acquaintances WHERE low_id = ? AND high_id = ?)", two);
}
