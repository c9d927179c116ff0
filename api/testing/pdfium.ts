import { PDFiumLibrary } from "@hyzyla/pdfium";

/** What Chrome's reader finds in a PDF. */
export interface Opened {
  readonly pages: number;
  readonly scripts: number;
  readonly files: number;
}

/** Calls of the library that its wrapper does not have, by the handle of a document. */
interface Calls {
  _FPDFDoc_GetJavaScriptActionCount(document: number): number;
  _FPDFDoc_GetAttachmentCount(document: number): number;
}

let library: Promise<PDFiumLibrary> | undefined;

/**
 * Opens a PDF with PDFium, which repairs what is damaged.
 *
 * @param text One character a byte.
 * @returns `undefined` when it cannot be opened.
 */
export async function openInPdfium(text: string): Promise<Opened | undefined> {
  library ??= PDFiumLibrary.init();
  const pdfium = await library;
  const bytes = new Uint8Array(Buffer.from(text, "latin1"));
  const document = await pdfium.loadDocument(bytes).catch(() => undefined);
  if (document === undefined) return undefined;
  const { module } = pdfium as unknown as { readonly module: Calls };
  const { documentIdx } = document as unknown as { readonly documentIdx: number };
  const opened = {
    pages: document.getPageCount(),
    scripts: module._FPDFDoc_GetJavaScriptActionCount(documentIdx),
    files: module._FPDFDoc_GetAttachmentCount(documentIdx),
  };
  document.destroy();
  return opened;
}
