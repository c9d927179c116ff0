import { createHmac } from "node:crypto";
import type { Draw } from "../../drawing/answer.ts";
import { pictureKey, type PictureName, type UploadName } from "../../objects/keys.ts";

export type PictureFiles = Awaited<ReturnType<typeof toPictureFiles>>;

/** @param secret The installation's; never changes. */
export function picturePathKey(secret: Uint8Array): Uint8Array {
  return createHmac("sha256", secret).update("picture paths").digest();
}

/** Files of a picture from an upload, or from a PDF's first page. */
export async function toPictureFiles(
  { memberId, uploadId }: UploadName,
  bytes: Uint8Array,
  pathKey: Uint8Array,
  draw: Draw,
) {
  // The name contains the content, so reusing an upload address can't change a picture.
  const digest = createHmac("sha256", pathKey).update(`${memberId} `).update(bytes).digest("hex")
    .slice(0, 16);
  const name: PictureName = { memberId, pictureId: `${uploadId}-${digest}`, form: "webp" };
  const { picture, small } = await draw(bytes);
  const files = [
    { key: pictureKey(name), bytes: picture },
    { key: pictureKey({ ...name, form: "small.webp" }), bytes: small },
  ];
  return { name, files };
}
