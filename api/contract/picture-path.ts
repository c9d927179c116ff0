/** Paths of pictures. In its own file, so that pages load nothing else for it. */
const picture = ".webp";
const small = ".small.webp";

export function smallPictureAt(profileImageUrl: string | null): string | null {
  return profileImageUrl?.endsWith(picture)
    ? `${profileImageUrl.slice(0, -picture.length)}${small}`
    : profileImageUrl;
}
