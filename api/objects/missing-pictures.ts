import type { Database } from "../../events/store/database.ts";
import { tablesOf } from "../../events/store/queries.ts";
import type { Log } from "../node/log.ts";
import { pictures } from "./keys.ts";
import { type ObjectStore, ObjectsUnavailable } from "./object-store.ts";

interface MissingPicturesParts {
  readonly objects: Pick<ObjectStore, "list">;
  readonly database: Pick<Database, "read">;
  readonly log: Log;
}

/** Logs when members have pictures but the store has none, such as when a disk isn't mounted. */
export async function warnOfMissingPictures(
  { objects, database, log }: MissingPicturesParts,
): Promise<void> {
  if (!await areAllMissing(objects, database)) return;
  const event =
    "members have pictures, but their store is empty: is its disk there, and is it the right one?";
  log({ level: "warning", event, run: "admin doctor" });
}

async function areAllMissing(
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
