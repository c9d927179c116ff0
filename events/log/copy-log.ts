import type { Row } from "../database-port.ts";
import { type CopiedTable, insertRows, tablesToCopy } from "../copy-rows.ts";
import type { Database } from "../database.ts";
import { copyInstallationId, installationOf } from "../installation.ts";
import { hasForgottenPayloads } from "./schema.ts";

const pageSize = 500;
const names = [
  "events",
  "sealed_payloads",
  "claims",
  "outbox",
  "subscriptions",
  "forgotten_payloads",
] as const;

/** Copies a log in use, as it is at one moment. Members erased meanwhile are erased in it, too. */
export async function copyLog(
  from: Database,
  to: Database,
  report?: (position: number) => void | Promise<void>,
): Promise<void> {
  const [events, payloads, ...others] = await tablesToCopy(to, names) as [
    CopiedTable,
    CopiedTable,
    ...CopiedTable[],
  ];
  const forgets = await hasForgottenPayloads(from);
  const [last] = await from.read("SELECT max(position) AS position FROM events");
  const until = Number(last?.position ?? 0);
  let position = 0;
  while (position < until) {
    const [eventRows = [], payloadRows = []] = await readTogether(from, [
      `SELECT * FROM events WHERE position > ${position} ORDER BY position LIMIT ${pageSize}`,
      `SELECT * FROM sealed_payloads WHERE position > ${position} AND position <= (
         SELECT max(position) FROM (
           SELECT position FROM events WHERE position > ${position}
           ORDER BY position LIMIT ${pageSize}))`,
    ]);
    await to.write([...insertRows(events, eventRows), ...insertRows(payloads, payloadRows)]);
    position = Number(eventRows.at(-1)?.position ?? until);
    await report?.(position);
  }
  const [eventRows = [], payloadRows = [], ...rest] = await readTogether(from, [
    `SELECT * FROM events WHERE position > ${position} ORDER BY position`,
    `SELECT * FROM sealed_payloads WHERE position > ${position}`,
    ...others.map(({ name }) =>
      // Missing in a log last written by an earlier version.
      name === "forgotten_payloads" && !forgets ? "SELECT 1 WHERE 0" : `SELECT * FROM ${name}`
    ),
  ]);
  await to.write([
    ...copyInstallationId(await installationOf(from)),
    ...insertRows(events, eventRows),
    ...insertRows(payloads, payloadRows),
    ...others.flatMap((table, index) => insertRows(table, rest[index] ?? [])),
    {
      sql: `DELETE FROM sealed_payloads WHERE member_id IN (
              SELECT member_id FROM events WHERE type = 'MemberErased')
            OR position IN (SELECT position FROM forgotten_payloads)`,
    },
  ]);
}

/** Rows of several queries at one moment. */
async function readTogether(database: Database, queries: readonly string[]): Promise<Row[][]> {
  const results = await database.write(queries.map((sql) => ({ sql })));
  return results.map(({ rows }) => rows);
}
