/** Mark of an object store: a file with its installation's id, beside the pictures. */
import { type ObjectStore, readAll, TooLarge } from "./object-store.ts";

const markKey = "installation/id";
const maxBytes = 100;

/** Marks a store without a mark. */
export async function isOurStore(
  objects: Pick<ObjectStore, "read" | "put">,
  installation: string,
): Promise<boolean> {
  const mark = await markOf(objects);
  if (mark === undefined) {
    await objects.put(markKey, new TextEncoder().encode(`${installation}\n`));
  }
  return mark === undefined || mark === installation;
}

/** Whether the store has another installation's mark. Changes nothing. */
export async function isForeignStore(
  objects: Pick<ObjectStore, "read">,
  installation: string,
): Promise<boolean> {
  return (await markOf(objects) ?? installation) !== installation;
}

/** `undefined` before the first start on it. */
export async function markOf(objects: Pick<ObjectStore, "read">): Promise<string | undefined> {
  const found = await objects.read(markKey);
  if (found === undefined) return undefined;
  const bytes = await readAll(found.body, maxBytes).catch((error) => {
    if (!(error instanceof TooLarge)) throw error;
  });
  if (bytes === undefined) return "longer than any id";
  const text = new TextDecoder().decode(bytes).trim();
  // An empty mark may be left by a full disk.
  return text === "" ? undefined : text;
}
