/** Bytes at a file's start that `isHeic` looks at. */
export const heicHeadBytes = 64;

/** Whether a file is an iPhone's photo, by its first bytes as Latin-1. */
export function isHeic(head: string): boolean {
  const brands = head.slice(0, heicHeadBytes);
  return brands.slice(4, 8) === "ftyp" && /he[iv][cxms]|mif1|msf1/.test(brands) &&
    !/avi[fs]/.test(brands);
}

export const heicRefused =
  "This photo is in the HEIC format. Save it as a JPG first: on a Mac, open it in Preview and choose File, Export; on Windows, open it in Photos and choose Save as.";
