/**
 * What objects are called. Everything of one member lies under two prefixes, so that an erasure
 * finds it without a list of its own.
 *
 * @module
 */

const uuid = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}";
const uploadPattern = new RegExp(`^uploads/(${uuid})/(${uuid})$`);
const picturePattern = new RegExp(`^pictures/(${uuid})/([\\w-]+)(\\.webp|\\.small\\.webp|\\.pdf)$`);

export const uploads = "uploads/";
export const pictures = "pictures/";
/** Before the key of a picture that was swept away, for a week. */
export const trash = "trash/";

/** Whose an object is; empty for what is nobody's. */
export function ownerOf(key: string): string {
  return (parsePictureKey(key) ?? parseUploadKey(key))?.memberId ?? "";
}

/** Everything of one member, by prefix. */
export function prefixesOf(memberId: string): readonly string[] {
  return [`${pictures}${memberId}/`, `${uploads}${memberId}/`, `${trash}${pictures}${memberId}/`];
}

export interface UploadName {
  readonly memberId: string;
  readonly uploadId: string;
}

export function uploadKey({ memberId, uploadId }: UploadName): string {
  return `${uploads}${memberId}/${uploadId}`;
}

export function parseUploadKey(key: string): UploadName | undefined {
  const [, memberId, uploadId] = uploadPattern.exec(key) ?? [];
  return memberId && uploadId ? { memberId, uploadId } : undefined;
}

export interface PictureName {
  readonly memberId: string;
  /** Tells apart everything that a member ever had as picture. */
  readonly pictureId: string;
  readonly form: PictureForm;
}

/** The square picture, the same for small places, or a document of a version before 1.0, which is drawn and removed. */
export type PictureForm = "webp" | "small.webp" | "pdf";

export function pictureKey({ memberId, pictureId, form }: PictureName): string {
  return `${pictures}${memberId}/${pictureId}.${form}`;
}

export function parsePictureKey(key: string): PictureName | undefined {
  const [, memberId, pictureId, ending] = picturePattern.exec(key) ?? [];
  if (!memberId || !pictureId || !ending) return undefined;
  return { memberId, pictureId, form: ending.slice(1) as PictureForm };
}

/** Whether it is a document of a version before 1.0. */
export function isDocument(key: string): boolean {
  return parsePictureKey(key)?.form === "pdf";
}

/** Where a key is read, and what events call it. */
export function pathOf(key: string): string {
  return `/objects/${key}`;
}

/** The key that a path names; `undefined` for other paths. */
export function keyOfPath(path: string): string | undefined {
  return path.startsWith("/objects/") ? path.slice("/objects/".length) : undefined;
}

/** All objects that belong to the picture which an event names by its path. */
export function keysOfPicture(objectPath: string): readonly string[] {
  const name = parsePictureKey(keyOfPath(objectPath) ?? "");
  if (name === undefined) return [];
  if (name.form === "pdf") return [pictureKey(name)];
  return [pictureKey({ ...name, form: "webp" }), pictureKey({ ...name, form: "small.webp" })];
}
