/** All objects of a member have one of two prefixes, so that an erasure finds them without a list. */

const uuid = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}";
const uploadPattern = new RegExp(`^uploads/(${uuid})/(${uuid})$`);
const picturePattern = new RegExp(`^pictures/(${uuid})/([\\w-]+)(\\.webp|\\.small\\.webp)$`);

export const uploads = "uploads/";
export const pictures = "pictures/";
/** Prefix of swept pictures, for a week. */
export const trash = "trash/";

/** The member who owns an object; empty if none does. */
export function ownerOf(key: string): string {
  return (parsePictureKey(key) ?? parseUploadKey(key))?.memberId ?? "";
}

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
  readonly pictureId: string;
  readonly form: PictureForm;
}

/** The picture, or its small copy. */
export type PictureForm = "webp" | "small.webp";

export function pictureKey({ memberId, pictureId, form }: PictureName): string {
  return `${pictures}${memberId}/${pictureId}.${form}`;
}

export function parsePictureKey(key: string): PictureName | undefined {
  const [, memberId, pictureId, ending] = picturePattern.exec(key) ?? [];
  if (!memberId || !pictureId || !ending) return undefined;
  return { memberId, pictureId, form: ending.slice(1) as PictureForm };
}

/** A key's path, as read and as in events. */
export function pathOf(key: string): string {
  return `/objects/${key}`;
}

/** The key of a path; `undefined` for other paths. */
export function keyOfPath(path: string): string | undefined {
  return path.startsWith("/objects/") ? path.slice("/objects/".length) : undefined;
}

export function keysOfPicture(objectPath: string): readonly string[] {
  const name = parsePictureKey(keyOfPath(objectPath) ?? "");
  if (name === undefined) return [];
  return [pictureKey({ ...name, form: "webp" }), pictureKey({ ...name, form: "small.webp" })];
}
