import { FileRefused } from "../objects/file-kind.ts";

export function pdfTooComplex(): FileRefused {
  const message =
    "This PDF is too complex to draw. Save its first page as a JPG or PNG and upload that.";
  return new FileRefused("damaged", message);
}

export function pictureTooComplex(): FileRefused {
  const message = "This picture is too complex to draw. Save it as a smaller JPG and upload that.";
  return new FileRefused("damaged", message);
}
