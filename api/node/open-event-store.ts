import { DatabaseNotWritable } from "../../events/store/database-errors.ts";
import { type EventsDependencies, openEvents } from "../../events/open.ts";
import type { ReadModel } from "../../events/read/read-model.ts";
import { EnvironmentError } from "../config/environment-error.ts";
import type { Log } from "./log.ts";
import { createRemoveOwnLinks } from "../mail/templates/own-links.ts";
import { isOurStore } from "../objects/mark.ts";
import { ObjectsUnavailable } from "../objects/object-store.ts";
import type { ObjectStore } from "../objects/object-store.ts";
import type { SteadyClock } from "./steady-clock.ts";

interface EventStoreParts extends Omit<EventsDependencies, "now" | "requireRoom" | "withoutLinks"> {
  readonly clock: SteadyClock;
  readonly objects: ObjectStore;
  /** Name of the picture storage in errors about another installation. Not checked if absent. */
  readonly objectsAt: string | undefined;
  readonly freeBytes: () => Promise<number>;
  readonly appOrigin: string;
  readonly log: Log;
}

/** Disk space for a change and its consequences. */
const roomForChange = 512 * 1024;

export type EventStore = Awaited<ReturnType<typeof openEventStore>>;

/** Opens the database with today's schema, and this version's read tables. */
export async function openEventStore(
  { clock, objects, objectsAt, freeBytes, appOrigin, log, ...ofEvents }: EventStoreParts,
) {
  const removeOwnLinks = createRemoveOwnLinks(appOrigin);
  const events = await openEvents({
    ...ofEvents,
    now: clock.now,
    withoutLinks: (text) => removeOwnLinks(text).text,
    async requireRoom() {
      if (await freeBytes() < roomForChange) throw new DatabaseNotWritable("The disk is full");
    },
  });
  const { readModel, installation } = events;
  const ownsObjects = () => isOurStore(objects, installation);
  // Checked before anything is changed or removed.
  if (objectsAt !== undefined) await refuseForeignObjects(ownsObjects, objectsAt);
  // New events must not be older than the last one, whose writer's clock may have been ahead.
  clock.notBefore(await events.log.lastAtMs());
  await renewTables(readModel, log);
  return { ...events, ownsObjects };
}

async function renewTables(readModel: ReadModel, log: Log): Promise<void> {
  if (await readModel.isCurrentProjection()) return;
  const event =
    "the read tables are of another version of the product, or of a restored backup, and are being built";
  log({ level: "info", event });
  await readModel.rebuild();
}

/** Passes if the store doesn't answer. */
async function refuseForeignObjects(
  ownsObjects: () => Promise<boolean>,
  objectsAt: string,
): Promise<void> {
  const isOurs = await ownsObjects().catch((error) => {
    if (error instanceof ObjectsUnavailable) return true;
    throw error;
  });
  if (isOurs) return;
  throw new EnvironmentError([
    `${objectsAt} belong to another installation than the database. Name the right ones, or an empty ` +
    "folder or bucket for a new installation",
  ]);
}
