import { type FileKind, FileRefused } from "../objects/file-kind.ts";

export function tooComplex(kind: FileKind): FileRefused {
  const message = kind === "pdf"
    ? "This PDF is too complex to draw. Save its first page as a JPG or PNG and upload that."
    : "This picture is too complex to draw. Save it as a smaller JPG and upload that.";
  return new FileRefused("damaged", message);
}
