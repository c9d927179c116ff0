/** A chosen file, if this browser can read it. */
export type ChosenFile =
  | { readonly kind: "picture"; readonly bitmap: ImageBitmap }
  | { readonly kind: "document"; readonly file: File };

/** Thrown when a file can't be used; the message says why. */
export class FileError extends Error {
  override readonly name = "FileError";
}

const maxFileBytes = 10_485_760;

/** @throws {FileError} */
export async function readChosen(files: readonly File[]): Promise<ChosenFile> {
  const [file, ...more] = files;
  if (file === undefined) throw new FileError("Choose a file");
  if (more.length > 0) throw new FileError("Only one file can be uploaded");
  if (file.size === 0) throw new FileError("The file is empty");
  if (file.size > maxFileBytes) throw new FileError("The file is larger than 10MB");
  const start = await file.slice(0, 5).text();
  if (start === "%PDF-") return { kind: "document", file };
  try {
    // The right way up, as the camera noted it.
    return { kind: "picture", bitmap: await createImageBitmap(file) };
  } catch {
    throw new FileError(
      "This file can't be read. Choose a JPEG, PNG, GIF or WebP image, or a PDF",
    );
  }
}
