import { pathOf, pictureKey } from "../../objects/keys.ts";
import type { ObjectStore } from "../../objects/object-store.ts";
import { picturePathKey, toPictureFiles } from "../../pictures/picture-files.ts";
import { drawFace } from "./draw-face.ts";
import type { Person } from "./person.ts";

/** Enough for every page that people look at; a hundred thousand would take an hour. */
const mostPictures = 2000;

interface SeedPicturesDependencies {
  readonly objects: Pick<ObjectStore, "put">;
  readonly pathSecret: Uint8Array;
  readonly newId: () => string;
}

/**
 * Gives most people with a profile a drawn picture, in the way that an upload becomes one.
 *
 * @returns The path of the picture; `undefined` without one.
 */
export function createSeedPictures({ objects, pathSecret, newId }: SeedPicturesDependencies) {
  const pathKey = picturePathKey(pathSecret);
  let made = 0;
  return async (person: Person, memberId: string): Promise<string | undefined> => {
    // One in five has none, so that initials are seen, too.
    if (!person.profile || person.username.length % 5 === 0 || made === mostPictures) {
      return undefined;
    }
    made += 1;
    const upload = { memberId, uploadId: newId() };
    const { name, files } = await toPictureFiles(upload, await drawFace(person.username), pathKey);
    for (const { key, bytes } of files) await objects.put(key, bytes);
    return pathOf(pictureKey(name));
  };
}
