/**
 * How the paths of pictures are read. Runs in browsers, too, without anything else.
 *
 * @module
 */

const picture = ".webp";
const small = ".small.webp";
const document = ".pdf";

/** The picture at a `profileImageUrl`; `null` where there is none, or a document in its place. */
export function pictureAt(profileImageUrl: string | null): string | null {
  return profileImageUrl?.endsWith(document) ? null : profileImageUrl;
}

/** The same picture for small places. */
export function smallPictureAt(profileImageUrl: string | null): string | null {
  const url = pictureAt(profileImageUrl);
  return url?.endsWith(picture) ? `${url.slice(0, -picture.length)}${small}` : url;
}

/** The document that a member offers in place of a picture. */
export function documentAt(profileImageUrl: string | null): string | null {
  return profileImageUrl?.endsWith(document) ? profileImageUrl : null;
}
