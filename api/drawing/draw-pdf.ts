import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { PDFiumLibrary } from "@hyzyla/pdfium";
import { FileRefused } from "../objects/file-kind.ts";
import { tooComplex } from "./refusals.ts";

const longEdge = 512;

/** A page with a photo of 50 million pixels takes 190 MB; others, less than 50 MB. */
const maxMemoryBytes = 240_000_000;
/** PDFium's JavaScript requests a fifth more memory than needed. */
const growth = 1.2;

/**
 * Draws a PDF's first page with PDFium, which runs no scripts and opens nothing else.
 *
 * It can draw for hours, so the process must be safe to kill.
 * @returns PNG, square: the whole page on white, with its top edge visible.
 * @throws {FileRefused} When it is damaged, protected, empty, or needs too much memory.
 */
export async function drawPdf(bytes: Uint8Array): Promise<Uint8Array> {
  const { width, height, rgba } = await drawPage(bytes);
  // The page is too narrow to be visible, or drawing failed without an error.
  if (rgba.every((value) => value === 255)) throw emptyPage();
  const { default: sharp } = await import("sharp");
  const edge = Math.max(width, height);
  return await sharp(rgba, { raw: { width, height, channels: 4 } })
    .resize(edge, edge, { fit: "contain", background: "#fff" })
    .png()
    .toBuffer();
}

async function drawPage(bytes: Uint8Array) {
  const { resolve } = createRequire(import.meta.url);
  const module = await WebAssembly.compile(await readFile(resolve("@hyzyla/pdfium/pdfium.wasm")));
  try {
    const library = await PDFiumLibrary.init({
      instantiateWasm: (imports, receive) => instantiate(module, imports, receive),
    });
    const page = (await library.loadDocument(bytes)).getPage(0);
    const { originalWidth, originalHeight } = page.getOriginalSize();
    const scale = longEdge / Math.max(originalWidth, originalHeight);
    const { width, height, data } = await page.render({ scale, render: "bitmap" });
    return { width, height, rgba: data };
  } catch (error) {
    throw error instanceof FileRefused ? error : damaged(error);
  }
}

type Instantiate = NonNullable<
  NonNullable<Parameters<typeof PDFiumLibrary.init>[0]>["instantiateWasm"]
>;

/** Loads PDFium so that it fails if it requests too much memory. */
function instantiate(
  module: WebAssembly.Module,
  imports: WebAssembly.Imports,
  receive: Parameters<Instantiate>[1],
): WebAssembly.Exports {
  const grow = imports.env?.emscripten_resize_heap as (bytes: number) => boolean;
  const growWithinLimit = (requested: number) => {
    const memory = instance.exports.memory as WebAssembly.Memory;
    const grown = memory.buffer.byteLength * growth;
    // Throws instead of returning, because PDFium would continue without the memory.
    if (Math.max(requested >>> 0, grown) > maxMemoryBytes) throw tooComplex("pdf");
    return grow(requested);
  };
  const env = { ...imports.env, emscripten_resize_heap: growWithinLimit };
  const instance = new WebAssembly.Instance(module, { ...imports, env });
  // The library's type has the wrong one of the two arguments.
  receive(instance as WebAssembly.Module);
  return instance.exports;
}

function emptyPage(): FileRefused {
  const message = "This PDF's first page is empty. Upload one with your picture on its first page.";
  return new FileRefused("damaged", message);
}

function damaged(cause: unknown): FileRefused {
  const message = "This PDF is damaged or protected. Print it to a new PDF and upload that.";
  return new FileRefused("damaged", message, { cause });
}
