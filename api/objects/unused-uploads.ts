import { uploads } from "./keys.ts";
import type { ListedObject, ObjectStore } from "./object-store.ts";

/** Limit of one member. Older ones are removed. */
export const maxUnusedUploads = 3;

/** Limit of all members. An upload is used within seconds, and may have ten megabytes. */
export const maxUnusedUploadsOfAll = 50;

/** Removes the oldest uploads beyond this number, of one member or of all. */
export async function removeSurplus(
  objects: Pick<ObjectStore, "list" | "remove">,
  most: number,
  memberId?: string,
): Promise<void> {
  const prefix = memberId === undefined ? uploads : `${uploads}${memberId}/` as const;
  const found = await Array.fromAsync(objects.list(prefix));
  await objects.remove(surplusOf(found, most));
}

/** Keys of all but the newest, from a list in any order. */
export function surplusOf(found: readonly ListedObject[], most: number): string[] {
  const newestFirst = found.toSorted((a, b) =>
    b.writtenAt.getTime() - a.writtenAt.getTime() || (a.key < b.key ? 1 : -1)
  );
  return newestFirst.slice(most).map(({ key }) => key);
}
