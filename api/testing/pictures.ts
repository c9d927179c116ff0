/**
 * Files to upload, and uploading them like a browser.
 *
 * @module
 */
import sharp from "sharp";
import type { ObjectStore } from "../objects/object-store.ts";
import type { Browser } from "./app.ts";

export interface ImageOptions {
  readonly width?: number;
  readonly height?: number;
  readonly format?: "jpeg" | "png" | "gif" | "webp";
  /** Color of its right half; blue by default. */
  readonly color?: string;
}

/** An image whose left half is red and whose right half has another color. */
export async function anImage(options: ImageOptions = {}): Promise<Uint8Array> {
  const { width = 80, height = 60, format = "png", color = "#00f" } = options;
  const half = { width: Math.ceil(width / 2), height, channels: 3 as const };
  const red = await sharp({ create: { ...half, background: "#f00" } }).png().toBuffer();
  const image = sharp({ create: { width, height, channels: 3, background: color } })
    .composite([{ input: red, left: 0, top: 0 }]);
  return new Uint8Array(await image[format]({}).toBuffer());
}

/** A phone's photo: stored sideways, with its location. */
export async function aPhoto(): Promise<Uint8Array> {
  const upright = await anImage({ width: 60, height: 80, format: "jpeg" });
  const exif = {
    IFD0: { Make: "Phone", Copyright: "Jane Doe" },
    IFD3: { GPSLatitudeRef: "N", GPSLatitude: "32/1 42/1 35/1", GPSLongitudeRef: "W" },
  };
  const rotateClockwise = 6;
  return new Uint8Array(
    await sharp(upright).rotate(-90).withExif(exif).withMetadata({ orientation: rotateClockwise })
      .jpeg({ quality: 95 }).toBuffer(),
  );
}

/** A PDF with a red page, and optional entries in its catalog and page. */
export function aPdf(catalog = "", page = ""): Uint8Array {
  const red = "1 0 0 rg 0 0 200 200 re f";
  return new TextEncoder().encode(
    `%PDF-1.4\n1 0 obj <</Type /Catalog /Pages 2 0 R ${catalog}>> endobj\n` +
      "2 0 obj <</Type /Pages /Kids [3 0 R] /Count 1>> endobj\n" +
      `3 0 obj <</Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Contents 4 0 R ${page}>> endobj\n` +
      `4 0 obj <</Length ${red.length}>> stream\n${red}\nendstream endobj\n` +
      "trailer <</Root 1 0 R>>\nstartxref\n0\n%%EOF\n",
  );
}

/** Keys of stored pictures and uploads, or keys with these prefixes. */
export async function keysIn(
  { list }: ObjectStore,
  prefixes = ["pictures/", "uploads/"],
): Promise<string[]> {
  const found = await Promise.all(prefixes.map((prefix) => Array.fromAsync(list(prefix))));
  return found.flat().map(({ key }) => key);
}

/** Requests an upload address and sends a file there. Returns the address once the file has arrived. */
export async function upload(member: Browser, bytes: Uint8Array): Promise<string> {
  const { uploadURL } = await (await member.post("/api/objects/upload")).json();
  const answer = await member.sendFile(uploadURL, bytes);
  if (!answer.ok) throw new Error(`Not uploaded: ${await answer.text()}`);
  return uploadURL;
}

/** Uploads a file and makes it the member's picture. Returns the first answer that refuses it. */
export async function savePicture(member: Browser, bytes: Uint8Array): Promise<Response> {
  const { uploadURL } = await (await member.post("/api/objects/upload")).json();
  const sent = await member.sendFile(uploadURL, bytes);
  return sent.ok ? await member.put("/api/profile-images", { profileImageURL: uploadURL }) : sent;
}

/** Like `savePicture`, for a file that is accepted. Returns the picture's path. */
export async function havePicture(
  member: Browser,
  bytes: Uint8Array | undefined = undefined,
): Promise<string> {
  const answer = await savePicture(member, bytes ?? await anImage());
  if (answer.status !== 200) throw new Error(`Not saved: ${await answer.text()}`);
  return (await answer.json()).objectPath;
}
