/** Writes PDFs object by object, following the specification. */

/** An object: its dictionary, and its content if it is a stream. */
export interface PdfObject {
  readonly text: string;
  readonly content?: Uint8Array;
}

const bytesOf = (text: string) => new Uint8Array(Buffer.from(text, "latin1"));

/** A stream; `dictionary` without its brackets and length. */
export function stream(dictionary: string, content: string | Uint8Array): PdfObject {
  const bytes = typeof content === "string" ? bytesOf(content) : content;
  return { text: `<<${dictionary} /Length ${bytes.length}>>`, content: bytes };
}

/** A file of these objects, numbered from 1. The first is the catalog. */
export function pdfOf(objects: readonly PdfObject[]): Uint8Array {
  const parts = objects.flatMap(({ text, content }, index) => [
    bytesOf(`${index + 1} 0 obj\n${text}\n`),
    ...(content ? [bytesOf("stream\n"), content, bytesOf("\nendstream\n")] : []),
    bytesOf("endobj\n"),
  ]);
  const trailer = bytesOf("trailer <</Root 1 0 R>>\nstartxref\n0\n%%EOF\n");
  return new Uint8Array(Buffer.concat([bytesOf("%PDF-1.7\n"), ...parts, trailer]));
}

interface PageOptions {
  readonly resources?: string;
  /** Numbered from 5. */
  readonly objects?: readonly PdfObject[];
  /** Width and height. */
  readonly size?: string;
}

/** A file with one page of the given content. */
export function pdfPage(
  content: string | PdfObject,
  { resources = "", objects = [], size = "200 200" }: PageOptions = {},
): Uint8Array {
  const page = `/MediaBox [0 0 ${size}] /Contents 4 0 R /Resources <<${resources}>>`;
  return pdfOf([
    { text: "<</Type /Catalog /Pages 2 0 R>>" },
    { text: "<</Type /Pages /Kids [3 0 R] /Count 1>>" },
    { text: `<</Type /Page /Parent 2 0 R ${page}>>` },
    typeof content === "string" ? stream("", content) : content,
    ...objects,
  ]);
}
