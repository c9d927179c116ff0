import type { Database } from "../../events/store/database.ts";
import { tablesOf } from "../../events/store/queries.ts";
import { pictures } from "./keys.ts";
import { type ObjectStore, ObjectsUnavailable } from "./object-store.ts";

/** Whether members have pictures but the store has none, such as when a disk isn't mounted. */
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
  const someone = await tablesOf(readTables).selectFrom("members").select("member_id")
    .where("has_picture", "=", 1).limit(1).executeTakeFirst();
  return someone !== undefined;
}
