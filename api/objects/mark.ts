/** Mark of an object store: a file with its installation's id, beside the pictures. */
import { pictures } from "./keys.ts";
import { type ObjectStore, readAll, TooLarge } from "./object-store.ts";

const markKey = "installation/id";
const maxBytes = 100;

/** Marks a store without a mark. */
export async function isOurStore(
  objects: Pick<ObjectStore, "read" | "put">,
  installation: string,
): Promise<boolean> {
  const mark = await readMark(objects);
  if (mark === undefined) await markStore(objects, installation);
  return mark === undefined || mark === installation;
}

/** Changes nothing. */
export async function isForeignStore(
  objects: Pick<ObjectStore, "read">,
  installation: string,
): Promise<boolean> {
  return (await readMark(objects) ?? installation) !== installation;
}

/** Whether a store has pictures of another installation. */
export async function hasForeignPictures(
  objects: Pick<ObjectStore, "read" | "list">,
  installation: string,
): Promise<boolean> {
  if (!await isForeignStore(objects, installation)) return false;
  for await (const _ of objects.list(pictures)) return true;
  return false;
}

/** Whatever its mark: for a restore, which fills the store. */
export async function markStore(
  objects: Pick<ObjectStore, "put">,
  installation: string,
): Promise<void> {
  await objects.put(markKey, new TextEncoder().encode(`${installation}\n`));
}

async function readMark(objects: Pick<ObjectStore, "read">): Promise<string | undefined> {
  const found = await objects.read(markKey);
  if (found === undefined) return undefined;
  const bytes = await readAll(found.body, maxBytes).catch((error) => {
    if (!(error instanceof TooLarge)) throw error;
  });
  if (bytes === undefined) return "longer than any id";
  const text = new TextDecoder().decode(bytes).trim();
  // For example left by a full disk.
  return text === "" ? undefined : text;
}
