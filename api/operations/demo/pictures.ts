import { createHash } from "node:crypto";
import { pathOf, pictureKey } from "../../objects/keys.ts";
import type { ObjectStore } from "../../objects/object-store.ts";
import { picturePathKey, toPictureFiles } from "../../pictures/picture-files.ts";
import type { Person } from "./person.ts";

/** Enough for every page that somebody looks at; a hundred thousand would take an hour. */
const mostPictures = 2000;

interface SeedPicturesDependencies {
  readonly objects: Pick<ObjectStore, "put">;
  readonly pathSecret: Uint8Array;
  readonly newId: () => string;
}

/**
 * Gives most people with a profile a drawn picture, in the way that an upload becomes one.
 *
 * @returns The path of the picture; `undefined` for who has none.
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

const skins = ["#f6d5bd", "#eebf9b", "#d9a074", "#b97f53", "#8f5b3a", "#5f3b26"];
const hairs = ["#1d1a1a", "#3b2a20", "#5b3a24", "#8a5a30", "#b98b4f", "#8f8b88", "#a5472c"];
const shirts = ["#4b5d3a", "#2f4156", "#6a4b7c", "#8c3b3b", "#35635f", "#55606b", "#9a7a3c"];
const backgrounds = ["#dfe8d8", "#d7e3f0", "#eadff2", "#f6e3d3", "#f4ecc9", "#d5ecea", "#e8e4e1"];

/**
 * Draws a picture of nobody: an abstract face in front of a colour.
 *
 * @param name The same name, the same picture.
 * @returns A PNG, square.
 */
export async function drawFace(name: string): Promise<Uint8Array> {
  const random = createHash("sha256").update(name).digest();
  const pick = (from: readonly string[], at: number) => from[(random[at] ?? 0) % from.length];
  const between = (low: number, high: number, at: number) =>
    low + (high - low) * (random[at] ?? 0) / 255;
  const ellipse = (fill: string | undefined, y: number, rx: number, ry: number, more = "") =>
    `<ellipse fill="${fill}" cx="128" cy="${y}" rx="${rx}" ry="${ry}" ${more}/>`;
  const [skin, hair] = [pick(skins, 0), pick(hairs, 1)];
  const style = (random[2] ?? 0) % 4;
  const wide = between(47, 56, 3);
  const top = between(88, 98, 4);
  const eyes = between(17, 22, 5);
  const mouth = between(14, 20, 9);
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 256 256" width="192" height="192">
    <clipPath id="brow"><rect width="256" height="${between(86, 96, 8)}"/></clipPath>
    <rect width="256" height="256" fill="${pick(backgrounds, 6)}"/>
    ${style === 0 ? ellipse(hair, 132, wide + 17, 84) : ""}
    ${ellipse(pick(shirts, 7), 268, 98, 82)}
    ${ellipse(skin, 184, 25, 34, 'style="filter: brightness(0.88)"')}
    ${style === 3 ? "" : ellipse(hair, top, wide + (style === 1 ? 10 : 5), 46)}
    ${ellipse(skin, 124, wide, 62)}
    ${style === 3 ? "" : ellipse(hair, top, wide + 5, 46, 'clip-path="url(#brow)"')}
    <g fill="#2d2220"><circle cx="${128 - eyes}" cy="126" r="5"/><circle cx="${
      128 + eyes
    }" cy="126" r="5"/></g>
    <path d="M ${128 - mouth} 148 a ${mouth} ${mouth} 0 0 0 ${2 * mouth} 0"
      fill="none" stroke="#2d2220" stroke-width="3.5"/>
  </svg>`;
  const { default: sharp } = await import("sharp");
  return await sharp(new TextEncoder().encode(svg)).png({ compressionLevel: 3 }).toBuffer();
}
