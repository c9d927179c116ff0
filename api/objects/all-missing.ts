import { setTimeout as delay } from "node:timers/promises";
import type { Database } from "../../events/database.ts";
import { pictures } from "./keys.ts";
import { type ObjectStore, ObjectsUnavailable } from "./object-store.ts";

const pageSize = 500;
const pauseMs = 5;

/** Whether members have pictures but the store has none, for example because a disk isn't mounted. */
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
  return await someoneHasOne(readTables);
}

/** Looks for a member with a picture, one page of records at a time so that requests can run in between. */
async function someoneHasOne(readTables: Pick<Database, "read">): Promise<boolean> {
  for (let after = "";;) {
    const [page] = await readTables.read(
      `SELECT max(member_id) AS last, max(record ->> '$.profileImageUrl' IS NOT NULL) AS someone
       FROM (SELECT member_id, record FROM members WHERE member_id > ? ORDER BY member_id LIMIT ?)`,
      [after, pageSize],
    );
    if (page?.someone === 1) return true;
    if (page?.last == null) return false;
    after = String(page.last);
    await delay(pauseMs);
  }
}
