/** Paths of pictures. Apart from other contracts, so that pages load nothing else for it. */
const picture = ".webp";
const small = ".small.webp";
/** Of versions before 1.0, until it is drawn. */
const document = ".pdf";

/** The picture at a `profileImageUrl`; `null` where there is none. */
export function pictureAt(profileImageUrl: string | null): string | null {
  return profileImageUrl?.endsWith(document) ? null : profileImageUrl;
}

export function smallPictureAt(profileImageUrl: string | null): string | null {
  const url = pictureAt(profileImageUrl);
  return url?.endsWith(picture) ? `${url.slice(0, -picture.length)}${small}` : url;
}
