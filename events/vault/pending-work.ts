import type { Database, Statement } from "../database.ts";

/** Changes with one half in the vault and one in the log, which can't share a transaction. */
export type Work = "registration" | "password-reset" | "password-change";

/** The half in the vault is written. The log shows whether the other half is. */
export interface PendingChange {
  readonly memberId: string;
  readonly work: Work;
  readonly requestId: string;
  readonly begunAtMs: number;
}

/** A note of each change that may be half done, written together with its half in the vault. */
export function pendingWorkIn(database: Database) {
  return {
    async list(): Promise<PendingChange[]> {
      const rows = await database.read("SELECT * FROM unfinished ORDER BY begun_at_ms");
      return rows.map((row) => ({
        memberId: String(row.member_id),
        work: row.work as Work,
        requestId: String(row.request_id),
        begunAtMs: Number(row.begun_at_ms),
      }));
    },
    async end({ memberId, requestId }: PendingChange): Promise<void> {
      await database.write([{
        sql: "DELETE FROM unfinished WHERE member_id = ? AND request_id = ?",
        args: [memberId, requestId],
      }]);
    },
  };
}

export function notePending({ memberId, work, requestId, begunAtMs }: PendingChange): Statement {
  return {
    sql: "INSERT INTO unfinished (member_id, work, request_id, begun_at_ms) VALUES (?, ?, ?, ?)",
    args: [memberId, work, requestId, begunAtMs],
  };
}
