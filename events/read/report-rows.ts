/** Rows of reported messages. What a report says lasts as long as the text, as in a rebuild without it. */
import type { Statement } from "../database.ts";
import type { Happened } from "./project.ts";

/** Statements for one event; none for most types. */
export function reportStatements(
  { memberId, eventId, position, atMs, event }: Happened,
): Statement[] {
  const forget = `UPDATE reports SET reported_id = NULL, connection_id = NULL, reason = NULL,
    at_ms = at_ms - at_ms % 86400000 WHERE`;
  switch (event.type) {
    case "MessageReported": {
      const { memberId: reportedId = null, connectionId = null, reason = null } = event.personal ??
        {};
      return [{
        sql: `INSERT INTO reports
          (report_id, reporter_id, reported_id, connection_id, reason, position, at_ms)
          VALUES (?, ?, ?, ?, ?, ?, ?)`,
        args: [eventId, memberId, reportedId, connectionId, reason, position, atMs],
      }];
    }
    case "MessagesForgotten":
      if (event.personal === null) return [];
      return [{
        sql: `${forget} connection_id = ? AND reporter_id = ?`,
        args: [event.personal.connectionId, memberId],
      }];
    case "ReportHandled":
      if (event.personal === null) return [];
      return [{
        sql: `UPDATE reports SET action = ?, handler_id = ?, handled_at_ms = ? WHERE report_id = ?`,
        args: [event.facts.action, memberId, atMs, event.personal.reportId],
      }];
    case "MemberErased":
      return [
        { sql: `${forget} reporter_id = ?1 OR reported_id = ?1`, args: [memberId] },
        {
          // The erased handler's decision is gone, so the report is open again.
          sql: `UPDATE reports SET action = NULL, handler_id = NULL, handled_at_ms = NULL
            WHERE handler_id = ?`,
          args: [memberId],
        },
      ];
    default:
      return [];
  }
}
