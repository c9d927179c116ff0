/**
 * PDFs as programs write them, and as somebody writes them who has something in mind.
 *
 * @module
 */
import { deflateSync } from "node:zlib";

/** Objects by number, as text of one character a byte; 1 is the catalog. */
export type PdfObjects = Readonly<Record<number, string>>;

/** One empty page, and a catalog with more in it when given. */
export function onePage(catalog = "", page = ""): PdfObjects {
  return {
    1: `<</Type /Catalog /Pages 2 0 R ${catalog}>>`,
    2: "<</Type /Pages /Kids [3 0 R] /Count 1>>",
    3: `<</Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] ${page}>>`,
  };
}

/** A stream with its dictionary, to stand in an object. */
export function pdfStream(dictionary: string, content: string, begin = "stream\n"): string {
  return `<<${dictionary} /Length ${content.length}>>\n${begin}${content}\nendstream`;
}

export function deflated(content: string): string {
  return deflateSync(Buffer.from(content, "latin1")).toString("latin1");
}

/** With a table of where each object is, as all programs wrote before 2003. */
export function pdfWithTable(objects: PdfObjects, trailer = ""): string {
  let text = "%PDF-1.4\n%\xe2\xe3\xcf\xd3\n";
  let table = "";
  for (const [number, object] of Object.entries(objects)) {
    table += `${number} 1\n${String(text.length).padStart(10, "0")} 00000 n \n`;
    text += `${number} 0 obj\n${object}\nendobj\n`;
  }
  const size = 1 + Math.max(...Object.keys(objects).map(Number));
  return `${text}xref\n0 1\n0000000000 65535 f \n${table}` +
    `trailer\n<</Size ${size} /Root 1 0 R ${trailer}>>\nstartxref\n${text.length}\n%%EOF\n`;
}

/** With the objects packed in object 8, and a packed table in object 9, as most programs do now. */
export function packedPdf(
  objects: PdfObjects,
  packing: {
    readonly pack?: (content: string) => string;
    readonly dictionary?: string;
    readonly begin?: string;
  } = {},
): string {
  const { pack = deflated, dictionary = "/Filter /FlateDecode", begin } = packing;
  let content = "";
  const places = Object.entries(objects).map(([number, object]) => {
    const place = `${number} ${content.length}`;
    content += `${object}\n`;
    return place;
  }).join(" ");
  const sizes = `/Type /ObjStm /N ${Object.keys(objects).length} /First ${places.length + 1}`;
  let text = "%PDF-1.5\n";
  const objectsAt = text.length;
  const stream = pdfStream(`${sizes} ${dictionary}`, pack(`${places} ${content}`), begin);
  text += `8 0 obj ${stream} endobj\n`;
  const tableAt = text.length;
  const entry = (kind: number, place: number, index: number) =>
    String.fromCharCode(kind, place >> 8, place & 0xff, index);
  const numbers = Object.keys(objects).map(Number);
  const table = Array.from({ length: 10 }, (_, number) => {
    const index = numbers.indexOf(number);
    if (index >= 0) return entry(2, 8, index);
    if (number === 8) return entry(1, objectsAt, 0);
    return number === 9 ? entry(1, tableAt, 0) : entry(0, 0, 0);
  }).join("");
  const tableSizes = "/Type /XRef /Size 10 /W [1 2 1] /Root 1 0 R /Filter /FlateDecode";
  return `${text}9 0 obj ${pdfStream(tableSizes, deflated(table))} endobj\n` +
    `startxref\n${tableAt}\n%%EOF\n`;
}

/** The same file with something added behind it, as programs do that change a file. */
export function withUpdate(pdf: string, objects: PdfObjects): string {
  const [before = "0"] = pdf.match(/\d+(?=\n%%EOF\n$)/) ?? [];
  let text = pdf;
  let table = "";
  for (const [number, object] of Object.entries(objects)) {
    table += `${number} 1\n${String(text.length).padStart(10, "0")} 00000 n \n`;
    text += `${number} 0 obj ${object} endobj\n`;
  }
  return `${text}xref\n${table}trailer <</Size 10 /Root 1 0 R /Prev ${before}>>\n` +
    `startxref\n${text.length}\n%%EOF\n`;
}
