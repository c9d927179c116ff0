import type { EventLog } from "../../events/log/event-log.ts";
import type { MemberTable } from "../../events/read/members.ts";
import { isErased } from "../erasures.ts";
import { keysOfPicture, ownerOf, pictures, uploads } from "./keys.ts";
import type { ListedObject, ObjectStore } from "./object-store.ts";
import { maxUnusedUploads, surplusOf } from "./unused-uploads.ts";

/** Longer than any upload, and than any moment between an object and the event that names it. */
const graceMs = 60 * 60 * 1000;
const objectsAtOnce = 200;

export interface SweepDependencies {
  readonly objects: ObjectStore;
  readonly table: Pick<MemberTable, "byIds">;
  readonly eventLog: Pick<EventLog, "readStream">;
  /** Resolves once the table has everything that was recorded before the call. */
  readonly settle: () => Promise<void>;
  readonly now: () => Date;
}

/**
 * Removes what nobody needs any more: after a while, uploads that were never made use of, and pictures
 * that no member has, such as after a crash between two steps; at once, what came when its owner was
 * erased already, and more uploads than a member may have. Safe in several processes at once.
 */
export function createSweep({ objects, table, eventLog, settle, now }: SweepDependencies) {
  async function sweepPage(found: readonly ListedObject[], before: Date): Promise<void> {
    const owners = new Set(found.map(({ key }) => ownerOf(key)));
    const members = await table.byIds([...owners]);
    const erased = new Set<string>();
    for (const owner of owners) {
      // Whoever is not in the table may be new, too.
      if (!members.has(owner) && await isErased(eventLog, owner)) erased.add(owner);
    }
    const used = new Set(
      [...members.values()].flatMap(({ profileImageUrl }) =>
        profileImageUrl === null ? [] : keysOfPicture(profileImageUrl)
      ),
    );
    const isUnused = ({ key, writtenAt }: ListedObject) =>
      erased.has(ownerOf(key)) || writtenAt < before && !used.has(key);
    await objects.remove(found.filter(isUnused).map(({ key }) => key));
  }

  return async function sweep(): Promise<void> {
    const before = new Date(now().getTime() - graceMs);
    await settle();
    await objects.tidy(before);
    for (const prefix of [uploads, pictures]) {
      let page: ListedObject[] = [];
      for await (const found of objects.list(prefix)) {
        page.push(found);
        if (page.length < objectsAtOnce) continue;
        await sweepPage(page, before);
        page = [];
      }
      await sweepPage(page, before);
    }
    const waiting = await Array.fromAsync(objects.list(uploads));
    for (const theirs of Map.groupBy(waiting, ({ key }) => ownerOf(key)).values()) {
      await objects.remove(surplusOf(theirs, maxUnusedUploads));
    }
  };
}
