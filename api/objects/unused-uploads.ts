import { uploads } from "./keys.ts";
import type { ListedObject, ObjectStore } from "./object-store.ts";

/** Of one member, that nobody made use of yet: older ones go. */
export const maxUnusedUploads = 3;

/** Removes the oldest uploads of a member, so that no more than these are left. */
export async function removeSurplus(
  objects: Pick<ObjectStore, "list" | "remove">,
  memberId: string,
  kept: number,
): Promise<void> {
  const found = await Array.fromAsync(objects.list(`${uploads}${memberId}/`));
  await objects.remove(surplusOf(found, kept));
}

/** Keys of all but the newest, in whichever order they come. */
export function surplusOf(found: readonly ListedObject[], kept: number): string[] {
  const newestFirst = found.toSorted((a, b) =>
    b.writtenAt.getTime() - a.writtenAt.getTime() || (a.key < b.key ? 1 : -1)
  );
  return newestFirst.slice(kept).map(({ key }) => key);
}
