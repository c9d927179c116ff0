import type { Database } from "../database.ts";
import { log } from "../log/migrations/0001-log.ts";
import { days } from "../log/migrations/0013-days.ts";
import type { Finding } from "./verify-log.ts";

/**
 * Whether the log's database still refuses to change or delete what happened. Its triggers are the
 * rules that hold for every program with the file, and one that wants to change it drops them.
 */
export async function verifyRules(database: Database): Promise<Finding[]> {
  const rows = await database.read("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'");
  const kept = new Map(rows.map(({ name, sql }) => [String(name), String(sql)]));
  // One of them has become another one; a log that an earlier version wrote last has the first.
  const made = Map.groupBy(
    [...log, ...days].filter((statement) => statement.startsWith("CREATE TRIGGER")),
    (statement) => statement.split(" ")[2] ?? "",
  );
  return [...made].flatMap(([name, statements]): Finding[] => {
    const found = kept.get(name);
    if (found !== undefined && statements.includes(found)) return [];
    const how = found === undefined ? "is gone" : "is not what it was";
    return [{
      position: undefined,
      what: `The rule "${name}" of the log's database ${how}: another program changed it`,
    }];
  });
}
