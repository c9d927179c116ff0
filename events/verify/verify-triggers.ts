import { logSchema } from "../log/schema.ts";
import type { Database } from "../database.ts";
import type { Finding } from "./verify-log.ts";

/** Triggers apply to every program with the file, so one that changes events drops them. */
export async function verifyTriggers(database: Pick<Database, "read">): Promise<Finding[]> {
  const rows = await database.read("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'");
  const existing = new Map(rows.map(({ name, sql }) => [String(name), String(sql)]));
  // One trigger was replaced; a log last written by an earlier version has the old one.
  const created = Map.groupBy(
    Object.values(logSchema).flat().filter((statement) => statement.startsWith("CREATE TRIGGER")),
    (statement) => statement.split(" ")[2] ?? "",
  );
  return [...created].flatMap(([name, statements]): Finding[] => {
    const found = existing.get(name);
    if (found !== undefined && statements.includes(found)) return [];
    const how = found === undefined ? "is gone" : "is not what it was";
    const what = `The rule "${name}" of the log's database ${how}: another program changed it`;
    return [{ position: undefined, what }];
  });
}
