import { type ExpressionBuilder, type Selectable, sql } from "kysely";
import type { ReportReason } from "../connections/vocabulary.ts";
import type { Database, Statement } from "../store/database.ts";
import type { ReportAction } from "../program/events.ts";
import { tablesOf } from "../store/queries.ts";
import type { Tables } from "../store/tables.ts";
import type { OpenedEvent } from "./project.ts";
import { positionOf } from "./tables.ts";

export interface ReportRecord {
  readonly reportId: string;
  /** `null` once erased. */
  readonly reporterId: string | null;
  /** Author of the message; `null` once its text is deleted. */
  readonly reportedId: string | null;
  /** `null` once its text is deleted. */
  readonly reason: ReportReason | null;
  readonly position: number;
  /** ISO 8601, UTC, milliseconds. */
  readonly at: string;
  readonly handled: {
    readonly action: ReportAction;
    readonly handlerId: string;
    readonly at: string;
  } | null;
}

export type ReportTable = ReturnType<typeof createReportTable>;

export type ReportState = "open" | "handled";

export interface OwnReport {
  /** `null` once its text is deleted. */
  readonly connectionId: string | null;
  readonly isOpen: boolean;
  /** Whether it was made since the given time. */
  readonly isLate: boolean;
}

const notAbout = (memberId: string) => ({ eb, or }: ExpressionBuilder<Tables, "reports">) =>
  or([eb("reported_id", "is", null), eb("reported_id", "<>", memberId)]);

export function createReportTable(database: Database) {
  const reports = tablesOf(database).selectFrom("reports");
  return {
    async byId(reportId: string): Promise<ReportRecord | undefined> {
      const row = await reports.selectAll().where("report_id", "=", reportId).executeTakeFirst();
      return row && recordOf(row);
    },
    /** Log position of the latest open report's text; `undefined` if none is open. */
    async latestOpen(): Promise<number | undefined> {
      const row = await reports.where("action", "is", null)
        .select(({ fn }) => fn.max<number | null>("position").as("latest")).executeTakeFirst();
      return row?.latest ?? undefined;
    },
    /** Open reports, oldest first so that a flood buries none; then the latest handled ones. */
    async notAbout(memberId: string, { state, offset = 0, limit }: {
      readonly state?: ReportState | undefined;
      readonly offset?: number;
      readonly limit: number;
    }): Promise<readonly ReportRecord[]> {
      const rows = await reports.selectAll().where(notAbout(memberId))
        .$if(
          state !== undefined,
          (found) => found.where("action", state === "open" ? "is" : "is not", null),
        )
        .orderBy(({ eb }) => eb("action", "is not", null)).orderBy("handled_at_ms", "desc")
        .orderBy(sql`iif(action IS NULL, position, -position)`)
        .limit(limit).offset(offset).execute();
      return rows.map(recordOf);
    },
    async countNotAbout(memberId: string): Promise<Readonly<Record<ReportState, number>>> {
      return await reports.where(notAbout(memberId)).select(({ eb, fn }) => [
        fn<number>("total", [eb("action", "is", null)]).as("open"),
        fn<number>("total", [eb("action", "is not", null)]).as("handled"),
      ]).executeTakeFirstOrThrow();
    },
    async byReporter(memberId: string, sinceMs: number): Promise<readonly OwnReport[]> {
      const rows = await reports.select(["connection_id", "action", "at_ms"])
        .where("reporter_id", "=", memberId)
        .where(({ eb, or }) => or([eb("at_ms", ">", sinceMs), eb("action", "is", null)])).execute();
      return rows.map((row) => ({
        connectionId: row.connection_id,
        isOpen: row.action === null,
        isLate: row.at_ms > sinceMs,
      }));
    },
  };
}

function recordOf(row: Selectable<Tables["reports"]>): ReportRecord {
  return {
    reportId: row.report_id,
    reporterId: row.reporter_id,
    reportedId: row.reported_id,
    reason: row.reason,
    position: row.position,
    at: new Date(row.at_ms).toISOString(),
    handled: row.action === null ? null : {
      action: row.action,
      handlerId: String(row.handler_id),
      at: new Date(Number(row.handled_at_ms)).toISOString(),
    },
  };
}

/** Statements for one event. A report's content is deleted with its text. */
export function reportStatements(
  { stream, memberId, eventId, position, atMs, event }: OpenedEvent,
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
          VALUES (?1, ?2, ?3, ?4, ?5, ${positionOf("?6")}, ?7)`,
        args: [
          eventId,
          // Between two, the stream's name replaces an erased member's id.
          memberId === stream ? null : memberId,
          ...[reportedId, connectionId, reason, position, atMs],
        ],
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
        { sql: "UPDATE reports SET reporter_id = NULL WHERE reporter_id = ?", args: [memberId] },
        {
          // The erased handler's decision is deleted, so the report reopens.
          sql: `UPDATE reports SET action = NULL, handler_id = NULL, handled_at_ms = NULL
            WHERE handler_id = ?`,
          args: [memberId],
        },
      ];
    default:
      return [];
  }
}
