import type { Row } from "../database-port.ts";
import { hashOf } from "../log/chain.ts";
import { toRecorded } from "../log/recorded-row.ts";
import type { System } from "./system.ts";
import { tamper } from "./tamper.ts";

/**
 * Rewrites a log as a forger who knows how: the events as they are given, numbered and chained as if
 * nothing had happened.
 */
export async function forge(
  system: Pick<System, "databases">,
  change: (events: Row[]) => Row[],
): Promise<void> {
  const { events } = system.databases;
  const payloads = new Map(
    (await events.read("SELECT * FROM sealed_payloads")).map((row) => [row.position, row]),
  );
  const forged = change(await events.read("SELECT * FROM events ORDER BY position"));
  await tamper(system, "DELETE FROM sealed_payloads", "DELETE FROM events");
  const heads = new Map<string, string>();
  const versions = new Map<string, number>();
  for (const [index, row] of forged.entries()) {
    const memberId = String(row.member_id);
    const version = (versions.get(memberId) ?? 0) + 1;
    const previousHash = heads.get(memberId) ?? "0".repeat(64);
    const hash = hashOf({ ...toRecorded(row), version }, previousHash);
    versions.set(memberId, version);
    heads.set(memberId, hash);
    const values = { ...row, position: index + 1, version, previous_hash: previousHash, hash };
    const payload = payloads.get(row.position ?? null);
    await events.write([
      insert("events", values),
      ...(payload ? [insert("sealed_payloads", { ...payload, position: index + 1 })] : []),
    ]);
  }
  await events.write([{
    sql: "UPDATE sqlite_sequence SET seq = ? WHERE name = 'events'",
    args: [forged.length],
  }]);
}

function insert(table: string, values: Readonly<Record<string, unknown>>) {
  const names = Object.keys(values).filter((name) => !/^\d+$|^length$/.test(name));
  return {
    sql: `INSERT INTO ${table} (${names}) VALUES (${names.map(() => "?")})`,
    args: names.map((name) => values[name] as Row[string]),
  };
}
