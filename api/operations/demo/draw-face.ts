import { createHash } from "node:crypto";

/** Shapes are laid out on a square of this size. */
const edge = 256;
/** Drawn smaller: a picture is scaled anyway. */
const drawn = 192;

/** A shape: how much of a point it covers, 0 to 1, and its colour. */
interface Shape {
  readonly colour: Colour;
  readonly covers: (x: number, y: number) => number;
}
type Colour = readonly [red: number, green: number, blue: number];

const skins = ["f6d5bd", "eebf9b", "d9a074", "b97f53", "8f5b3a", "5f3b26"];
const hairs = ["1d1a1a", "3b2a20", "5b3a24", "8a5a30", "b98b4f", "8f8b88", "a5472c"];
const shirts = ["4b5d3a", "2f4156", "6a4b7c", "8c3b3b", "35635f", "55606b", "9a7a3c"];
const backgrounds = ["dfe8d8", "d7e3f0", "eadff2", "f6e3d3", "f4ecc9", "d5ecea", "e8e4e1"];

/**
 * Draws a picture of nobody: an abstract face in front of a colour. Pixel by pixel, since a process that encodes
 * pictures reads no SVG.
 *
 * @param name The same name, the same picture.
 * @returns A PNG, square.
 */
export async function drawFace(name: string): Promise<Uint8Array> {
  const shapes = shapesOf(createHash("sha256").update(name).digest());
  const pixels = new Uint8Array(drawn * drawn * 3);
  for (const { colour: [red, green, blue], covers } of shapes) {
    for (let at = 0; at < drawn * drawn; at++) {
      const share = covers((at % drawn) * edge / drawn, Math.floor(at / drawn) * edge / drawn);
      if (share === 0) continue;
      blend(pixels, at * 3, red, share);
      blend(pixels, at * 3 + 1, green, share);
      blend(pixels, at * 3 + 2, blue, share);
    }
  }
  const { default: sharp } = await import("sharp");
  const raw = { width: drawn, height: drawn, channels: 3 } as const;
  return await sharp(pixels, { raw }).png({ compressionLevel: 3 }).toBuffer();
}

function blend(pixels: Uint8Array, at: number, colour: number, share: number): void {
  const before = pixels[at] ?? 0;
  pixels[at] = before + (colour - before) * share;
}

/** From the back to the front. */
function shapesOf(random: Uint8Array): readonly Shape[] {
  const pick = (from: readonly string[], at: number) =>
    colour(from[(random[at] ?? 0) % from.length]);
  const between = (low: number, high: number, at: number) =>
    low + (high - low) * (random[at] ?? 0) / 255;
  const skin = pick(skins, 0);
  const hair = pick(hairs, 1);
  const style = (random[2] ?? 0) % 4;
  const dark: Colour = [45, 34, 32];
  const wide = between(47, 56, 3);
  const top = between(88, 98, 4);
  const eyes = between(17, 22, 5);
  return [
    { colour: pick(backgrounds, 6), covers: () => 1 },
    ...(style === 0 ? [ellipse(hair, 128, 132, wide + 17, 84)] : []),
    ellipse(pick(shirts, 7), 128, 268, 98, 82),
    ellipse(shaded(skin), 128, 184, 25, 34),
    ellipse(hair, 128, top, wide + (style === 1 ? 10 : 5), style === 3 ? 0 : 46),
    ellipse(skin, 128, 124, wide, 62),
    // Hair over the forehead.
    ...(style === 3 ? [] : [above(ellipse(hair, 128, top, wide + 5, 46), between(86, 96, 8))]),
    ellipse(dark, 128 - eyes, 126, 4.5, 5.5),
    ellipse(dark, 128 + eyes, 126, 4.5, 5.5),
    below(ring(dark, 128, 140, between(14, 20, 9)), 148),
  ];
}

function ellipse(colour: Colour, atX: number, atY: number, wide: number, high: number): Shape {
  const sharpness = Math.min(wide, high);
  return {
    colour,
    covers: (x, y) =>
      sharpness === 0
        ? 0
        : covered((Math.sqrt(((x - atX) / wide) ** 2 + ((y - atY) / high) ** 2) - 1) * sharpness),
  };
}

function ring(colour: Colour, atX: number, atY: number, radius: number): Shape {
  return {
    colour,
    covers: (x, y) => covered(Math.abs(Math.sqrt((x - atX) ** 2 + (y - atY) ** 2) - radius) - 1.75),
  };
}

function above({ colour, covers }: Shape, line: number): Shape {
  return { colour, covers: (x, y) => covers(x, y) * covered(y - line) };
}

function below({ colour, covers }: Shape, line: number): Shape {
  return { colour, covers: (x, y) => covers(x, y) * covered(line - y) };
}

/** Soft at the edge. */
function covered(distance: number): number {
  return Math.max(0, Math.min(1, 0.5 - distance));
}

function shaded([red, green, blue]: Colour): Colour {
  return [red * 0.88, green * 0.86, blue * 0.86];
}

function colour(hex = "000000"): Colour {
  const value = parseInt(hex, 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}
