import { createHash } from "node:crypto";
import { pathOf, pictureKey } from "../../objects/keys.ts";
import type { ObjectStore } from "../../objects/object-store.ts";
import { picturePathKey, toPictureFiles } from "../../pictures/picture-files.ts";
import type { Person } from "./people.ts";

/** Enough for every page that people look at; a hundred thousand would take an hour. */
const mostPictures = 2000;

export type SeedPictures = ReturnType<typeof createSeedPictures>;

/**
 * Gives most people with a profile a drawn picture, in the way that an upload becomes one.
 *
 * @returns The path of the picture; `undefined` without one.
 */
export function createSeedPictures({ objects, pathSecret, newId }: {
  readonly objects: Pick<ObjectStore, "put">;
  readonly pathSecret: Uint8Array;
  readonly newId: () => string;
}) {
  const pathKey = picturePathKey(pathSecret);
  let made = 0;
  return async ({ profile, username }: Person, memberId: string): Promise<string | undefined> => {
    // One in five has none, so that pages show initials, too.
    if (!profile || username.length % 5 === 0 || made === mostPictures) return undefined;
    made += 1;
    const upload = { memberId, uploadId: newId() };
    const { name, files } = await toPictureFiles(upload, await drawFace(username), pathKey);
    for (const { key, bytes } of files) await objects.put(key, bytes);
    return pathOf(pictureKey(name));
  };
}

/** Ellipses are laid out on a square of this size. */
const edge = 256;
/** Drawn smaller: a picture is scaled anyway. */
const drawn = 192;

type Ellipse = readonly [color: string, x: number, y: number, width: number, height: number];

const skins = ["f6d5bd", "eebf9b", "d9a074", "b97f53", "8f5b3a", "5f3b26"];
const hairs = ["1d1a1a", "3b2a20", "5b3a24", "8a5a30", "b98b4f", "8f8b88", "a5472c"];
const shirts = ["4b5d3a", "2f4156", "6a4b7c", "8c3b3b", "35635f", "55606b", "9a7a3c"];
const backgrounds = ["dfe8d8", "d7e3f0", "eadff2", "f6e3d3", "f4ecc9", "d5ecea", "e8e4e1"];
const dark = "2d2220";

/**
 * An abstract face of no real person, in front of a color. Drawn pixel by pixel: the process that encodes
 * pictures reads no SVG.
 *
 * @param name The same name gives the same picture.
 * @returns A PNG, square.
 */
export async function drawFace(name: string): Promise<Uint8Array> {
  const pixels = new Uint8Array(drawn * drawn * 3);
  for (const ellipse of ellipsesOf(createHash("sha256").update(name).digest())) {
    paint(pixels, ellipse);
  }
  const { default: sharp } = await import("sharp");
  const raw = { width: drawn, height: drawn, channels: 3 } as const;
  return await sharp(pixels, { raw }).png({ compressionLevel: 3 }).toBuffer();
}

function ellipsesOf(random: Uint8Array): Ellipse[] {
  const byteAt = (at: number) => random[at] ?? 0;
  const pick = (from: readonly string[], at: number) => from[byteAt(at) % from.length] ?? "";
  const between = (low: number, high: number, at: number) => low + (high - low) * byteAt(at) / 255;
  const [skin, hair, style] = [pick(skins, 0), pick(hairs, 1), byteAt(2) % 4];
  const [width, eyes, mouth] = [between(47, 56, 3), between(17, 22, 5), between(14, 20, 9)];
  const longHair: Ellipse = [hair, 128, 132, width + 17, 84];
  const topHair: Ellipse = [hair, 128, between(88, 98, 4), width + 6 * style, 48];
  return [
    [pick(backgrounds, 6), 128, 128, 999, 999],
    ...(style === 0 ? [longHair] : []),
    [pick(shirts, 7), 128, 268, 98, 82],
    [skin, 128, 184, 25, 34],
    ...(style === 3 ? [] : [topHair]),
    [skin, 128, 134, width - 2, 54],
    [dark, 128 - eyes, 126, 4.5, 5.5],
    [dark, 128 + eyes, 126, 4.5, 5.5],
    // A smile is what a second ellipse leaves of the first.
    [dark, 128, 152, mouth, 9],
    [skin, 128, 148, mouth + 2, 9],
  ];
}

function paint(pixels: Uint8Array, [color, atX, atY, width, height]: Ellipse): void {
  const rgb = [0, 2, 4].map((at) => parseInt(color.slice(at, at + 2), 16));
  for (let at = 0; at < drawn * drawn; at++) {
    const x = (at % drawn) * edge / drawn - atX;
    const y = Math.floor(at / drawn) * edge / drawn - atY;
    const distance = (Math.hypot(x / width, y / height) - 1) * Math.min(width, height);
    // Soft at the edge.
    const share = Math.max(0, Math.min(1, 0.5 - distance));
    if (share === 0) continue;
    rgb.forEach((value, channel) => {
      const before = pixels[at * 3 + channel] ?? 0;
      pixels[at * 3 + channel] = before + (value - before) * share;
    });
  }
}
