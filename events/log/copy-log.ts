import type { Row } from "../database-port.ts";
import { type CopiedTable, insertRows, tablesToCopy } from "../copy-rows.ts";
import type { Database } from "../database.ts";
import { copyInstallationId, installationOf } from "../installation.ts";

const pageSize = 500;
const names = [
  "events",
  "sealed_payloads",
  "claims",
  "outbox",
  "subscriptions",
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
  const [eventRows = [], payloadRows = [], remaining = [], ...rest] = await readTogether(from, [
    `SELECT * FROM events WHERE position > ${position} ORDER BY position`,
    `SELECT * FROM sealed_payloads WHERE position > ${position}`,
    "SELECT json_group_array(position) AS positions FROM sealed_payloads",
    ...others.map(({ name }) => `SELECT * FROM ${name}`),
  ]);
  await to.write([
    ...copyInstallationId(await installationOf(from)),
    ...insertRows(events, eventRows),
    ...insertRows(payloads, payloadRows),
    ...others.flatMap((table, index) => insertRows(table, rest[index] ?? [])),
    {
      sql: `DELETE FROM sealed_payloads
            WHERE position NOT IN (SELECT value FROM json_each(?))`,
      args: [String(remaining[0]?.positions)],
    },
  ]);
}

/** Rows of several queries at one moment. */
async function readTogether(database: Database, queries: readonly string[]): Promise<Row[][]> {
  const results = await database.write(queries.map((sql) => ({ sql })));
  return results.map(({ rows }) => rows);
}
