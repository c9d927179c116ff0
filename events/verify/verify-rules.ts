import type { Database } from "../database.ts";
import { log } from "../log/migrations/0001-log.ts";
import type { Finding } from "./verify-log.ts";

/**
 * Whether the log's database still refuses to change or delete what happened. Its triggers are the
 * rules that hold for every program with the file, and one that wants to change it drops them.
 */
export async function verifyRules(database: Database): Promise<Finding[]> {
  const rows = await database.read("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'");
  const kept = new Map(rows.map(({ name, sql }) => [String(name), String(sql)]));
  return log.flatMap((statement): Finding[] => {
    const name = /^CREATE TRIGGER (\w+)/.exec(statement)?.[1];
    if (name === undefined || kept.get(name) === statement) return [];
    const how = kept.has(name) ? "is not what it was" : "is gone";
    return [{
      position: undefined,
      what: `The rule "${name}" of the log's database ${how}: another program changed it`,
    }];
  });
}
