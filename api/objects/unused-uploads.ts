import { uploads } from "./keys.ts";
import type { ListedObject, ObjectStore } from "./object-store.ts";

/** Older ones are removed. */
export const maxUnusedUploads = 3;

/** Removes a member's oldest uploads beyond this number. */
export async function removeSurplus(
  objects: Pick<ObjectStore, "list" | "remove">,
  memberId: string,
  most: number,
): Promise<void> {
  const found = await Array.fromAsync(objects.list(`${uploads}${memberId}/`));
  await objects.remove(surplusOf(found, most));
}

/** Keys of all but the newest, from a list in any order. */
export function surplusOf(found: readonly ListedObject[], most: number): string[] {
  const newestFirst = found.toSorted((a, b) =>
    b.writtenAt.getTime() - a.writtenAt.getTime() || (a.key < b.key ? 1 : -1)
  );
  return newestFirst.slice(most).map(({ key }) => key);
}
