import type { MemberTable } from "../../events/read/members.ts";
import { keysOfPicture, parsePictureKey, pictures, prefixesOf, uploads } from "./keys.ts";
import type { ListedObject, ObjectStore } from "./object-store.ts";

/** Longer than any upload, and than any moment between an object and the event that names it. */
const graceMs = 60 * 60 * 1000;
const membersAtOnce = 200;

export interface SweepDependencies {
  readonly objects: ObjectStore;
  readonly table: Pick<MemberTable, "byIds">;
  /** Resolves once the table has everything that was recorded before the call. */
  readonly settle: () => Promise<void>;
  readonly now: () => Date;
}

/**
 * Removes what nobody needs any more: uploads that were never made use of, and pictures that no
 * member has, such as after a crash between two steps. Safe in several processes at once.
 */
export function createSweep({ objects, table, settle, now }: SweepDependencies) {
  async function removeUnused(found: readonly ListedObject[]): Promise<void> {
    const ownerOf = ({ key }: ListedObject) => parsePictureKey(key)?.memberId ?? "";
    const members = await table.byIds([...new Set(found.map(ownerOf))]);
    const used = new Set(
      [...members.values()].flatMap(({ profileImageUrl }) =>
        profileImageUrl === null ? [] : keysOfPicture(profileImageUrl)
      ),
    );
    await objects.remove(found.map(({ key }) => key).filter((key) => !used.has(key)));
  }

  return async function sweep(): Promise<void> {
    const before = new Date(now().getTime() - graceMs);
    await settle();
    await objects.tidy(before);
    for await (const { key, writtenAt } of objects.list(uploads)) {
      if (writtenAt < before) await objects.remove([key]);
    }
    let page: ListedObject[] = [];
    for await (const found of objects.list(pictures)) {
      if (found.writtenAt >= before) continue;
      page.push(found);
      if (page.length < membersAtOnce) continue;
      await removeUnused(page);
      page = [];
    }
    await removeUnused(page);
  };
}

/** Removes everything that a member ever uploaded. */
export async function removeObjectsOf(
  objects: Pick<ObjectStore, "removeAll">,
  memberId: string,
): Promise<void> {
  for (const prefix of prefixesOf(memberId)) await objects.removeAll(prefix);
}
