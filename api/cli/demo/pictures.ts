import { createHash } from "node:crypto";
import { drawHere } from "../../drawing/draw-here.ts";
import { pathOf, pictureKey } from "../../objects/keys.ts";
import type { ObjectStore } from "../../objects/object-store.ts";
import { picturePathKey, toPictureFiles } from "../../features/pictures/picture-files.ts";
import type { Newcomer } from "./people.ts";

/** Enough for every page that people look at; a hundred thousand would take an hour. */
const mostPictures = 2000;

export type SeedPictures = ReturnType<typeof createSeedPictures>;

/** Draws pictures for most people with a profile, and returns the path, if any. */
export function createSeedPictures({ objects, pathSecret, newId }: {
  readonly objects: Pick<ObjectStore, "put">;
  readonly pathSecret: Uint8Array;
  readonly newId: () => string;
}) {
  const pathKey = picturePathKey(pathSecret);
  let made = 0;
  return async ({ profile, username, memberId }: Newcomer): Promise<string | undefined> => {
    // One in five has none, so that pages show initials, too.
    if (!profile || username.length % 5 === 0 || made === mostPictures) return undefined;
    made += 1;
    const upload = { memberId, uploadId: newId() };
    const { name, files } = await toPictureFiles(
      upload,
      await drawFace(username),
      pathKey,
      drawHere,
    );
    for (const { key, bytes } of files) await objects.put(key, bytes);
    return pathOf(pictureKey(name));
  };
}

/** Drawn on a square of this size; scaling softens its edges. */
const edge = 256;

const skins = ["f6d5bd", "eebf9b", "d9a074", "b97f53", "8f5b3a", "5f3b26"];
const hairs = ["1d1a1a", "3b2a20", "5b3a24", "8a5a30", "b98b4f", "8f8b88", "a5472c"];
const shirts = ["4b5d3a", "2f4156", "6a4b7c", "8c3b3b", "35635f", "55606b", "9a7a3c"];
const backgrounds = ["dfe8d8", "d7e3f0", "eadff2", "f6e3d3", "f4ecc9", "d5ecea", "e8e4e1"];
const dark = "2d2220";

/**
 * An abstract face in front of a color. Drawn pixel by pixel: the encoding process reads no SVG.
 * @param name The same name gives the same picture.
 * @returns A PNG, square.
 */
export async function drawFace(name: string): Promise<Uint8Array> {
  const random = createHash("sha256").update(name).digest();
  const pick = (from: readonly string[], at: number) => from[(random[at] ?? 0) % from.length] ?? "";
  const [skin, hair] = [pick(skins, 0), pick(hairs, 1)];
  const [width, eyes] = [47 + (random[2] ?? 0) % 10, 17 + (random[3] ?? 0) % 6];
  const hairHeight = (random[4] ?? 0) % 4 === 0 ? 84 : 48;
  // From back to front: color, center, half width and height.
  const ellipses: readonly (readonly [string, number, number, number, number])[] = [
    [pick(backgrounds, 5), 128, 128, 999, 999],
    [hair, 128, 48 + hairHeight, width + 12, hairHeight],
    [pick(shirts, 6), 128, 268, 98, 82],
    [skin, 128, 184, 25, 34],
    [skin, 128, 134, width - 2, 54],
    [dark, 128 - eyes, 126, 4.5, 5.5],
    [dark, 128 + eyes, 126, 4.5, 5.5],
    // The smile is an ellipse partly covered by another.
    [dark, 128, 152, 17, 9],
    [skin, 128, 148, 19, 9],
  ];
  const colors = new Map(ellipses.map(([color]) => [color, Buffer.from(color, "hex")]));
  const pixels = new Uint8Array(edge * edge * 3);
  for (let at = 0; at < edge * edge; at++) {
    const [x, y] = [at % edge, Math.floor(at / edge)];
    const [color = ""] = ellipses.findLast(([, centerX, centerY, width, height]) =>
      Math.abs(y - centerY) <= height &&
      ((x - centerX) / width) ** 2 + ((y - centerY) / height) ** 2 <= 1
    ) ?? [];
    pixels.set(colors.get(color) ?? [], at * 3);
  }
  const { default: sharp } = await import("sharp");
  const raw = { width: edge, height: edge, channels: 3 } as const;
  return await sharp(pixels, { raw }).png({ compressionLevel: 3 }).toBuffer();
}
