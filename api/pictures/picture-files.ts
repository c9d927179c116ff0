import { createHmac } from "node:crypto";
import { drawPdf } from "../objects/draw-pdf.ts";
import { kindOf } from "../objects/file-kind.ts";
import { pictureKey, type PictureName, type UploadName } from "../objects/keys.ts";

/** A file that is on its way to become a picture. */
export interface PictureFiles {
  readonly name: PictureName;
  readonly files: readonly { readonly key: string; readonly bytes: Uint8Array }[];
}

/** @param secret Known to this installation alone, and always the same. */
export function picturePathKey(secret: Uint8Array): Uint8Array {
  return createHmac("sha256", secret).update("picture paths").digest();
}

/**
 * Makes the files of a picture from what was uploaded: a picture, or a PDF, whose first page is drawn.
 *
 * @throws {FileRefused} When it is neither, or can't be drawn.
 */
export async function toPictureFiles(
  { memberId, uploadId }: UploadName,
  bytes: Uint8Array,
  pathKey: Uint8Array,
): Promise<PictureFiles> {
  const kind = kindOf(bytes);
  // With the content in its name, an address that is used again cannot change what it was used for.
  // Keyed digest of owner and content: a plain one would tell whoever has the file who uploaded it.
  const digest = createHmac("sha256", pathKey).update(`${memberId} `).update(bytes).digest("hex")
    .slice(0, 16);
  const name = (form: PictureName["form"]) => ({
    memberId,
    pictureId: `${uploadId}-${digest}`,
    form,
  });
  const file = (form: PictureName["form"], bytes: Uint8Array) => ({
    key: pictureKey(name(form)),
    bytes,
  });
  // What draws is loaded with the first picture: commands and most hours need none.
  const { encodePicture } = await import("../objects/encode-picture.ts");
  const { picture, small } = kind === "pdf"
    ? await encodePicture(await drawPdf(bytes), "png")
    : await encodePicture(bytes, kind);
  return { name: name("webp"), files: [file("webp", picture), file("small.webp", small)] };
}
