import type { Row } from "../database-port.ts";
import type { ReportReason } from "../connections/words.ts";
import type { Database } from "../database.ts";
import type { ReportAction } from "../program/events.ts";

/** A message that was reported: who and when, and not what it says. */
export interface ReportRecord {
  readonly reportId: string;
  readonly reporterId: string;
  /** Whose message it is; `null` once its text is gone. */
  readonly reportedId: string | null;
  readonly reason: ReportReason;
  /** Where its text stands in the log. */
  readonly position: number;
  /** ISO 8601, UTC, milliseconds. */
  readonly at: string;
  readonly handled: {
    readonly action: ReportAction;
    readonly handlerId: string;
    readonly at: string;
  } | null;
}

/** Reports as they are now, read from the read tables. */
export interface ReportTable {
  byId(reportId: string): Promise<ReportRecord | undefined>;
  /** Open ones first, each latest first; not those about this member. */
  notAbout(memberId: string, limit: number): Promise<readonly ReportRecord[]>;
  openNotAbout(memberId: string): Promise<number>;
}

const notAbout = "coalesce(reported_id, '') <> ?";

export function createReportTable(database: Database): ReportTable {
  return {
    async byId(reportId) {
      const [row] = await database.read("SELECT * FROM reports WHERE report_id = ?", [reportId]);
      return row && recordOf(row);
    },
    async notAbout(memberId, limit) {
      const rows = await database.read(
        `SELECT * FROM reports WHERE ${notAbout}
         ORDER BY action IS NOT NULL, coalesce(handled_at_ms, at_ms) DESC, position DESC LIMIT ?`,
        [memberId, limit],
      );
      return rows.map(recordOf);
    },
    async openNotAbout(memberId) {
      const [row] = await database.read(
        `SELECT count(*) AS count FROM reports WHERE action IS NULL AND ${notAbout}`,
        [memberId],
      );
      return Number(row?.count ?? 0);
    },
  };
}

function recordOf(row: Row): ReportRecord {
  return {
    reportId: String(row.report_id),
    reporterId: String(row.reporter_id),
    reportedId: row.reported_id === null ? null : String(row.reported_id),
    reason: String(row.reason) as ReportReason,
    position: Number(row.position),
    at: timeOf(row.at_ms),
    handled: row.action === null ? null : {
      action: String(row.action) as ReportAction,
      handlerId: String(row.handler_id),
      at: timeOf(row.handled_at_ms),
    },
  };
}

function timeOf(ms: unknown): string {
  return new Date(Number(ms)).toISOString();
}
