import type { Database } from "../../events/database.ts";
import { pictures } from "./keys.ts";
import { type ObjectStore, ObjectsUnavailable } from "./object-store.ts";

/** Whether members have pictures and their store has none, such as a folder whose disk is not there. */
export async function areAllMissing(
  objects: Pick<ObjectStore, "list">,
  readTables: Pick<Database, "read">,
): Promise<boolean> {
  try {
    for await (const _ of objects.list(pictures)) return false;
  } catch (error) {
    if (error instanceof ObjectsUnavailable) return false;
    throw error;
  }
  const rows = await readTables.read(
    "SELECT 1 FROM members WHERE record ->> '$.profileImageUrl' IS NOT NULL LIMIT 1",
  );
  return rows.length > 0;
}
