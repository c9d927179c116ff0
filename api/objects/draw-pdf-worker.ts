/**
 * Draws the first page of a PDF for `draw-pdf.ts`.
 *
 * @module
 */
import { PDFiumLibrary } from "@hyzyla/pdfium";
import { answerInWorker } from "../../events/worker.ts";
import type { DrawnPage } from "./draw-pdf.ts";

/** Pixels: the shorter edge of a drawn page, unless its longer one would be too long. */
const shortEdge = 512;
const maxLongEdge = 4 * shortEdge;

answerInWorker(draw);

async function draw(bytes: Uint8Array): Promise<DrawnPage> {
  const library = await PDFiumLibrary.init();
  const page = (await library.loadDocument(bytes)).getPage(0);
  const { originalWidth, originalHeight } = page.getOriginalSize();
  const edges = [originalWidth, originalHeight];
  const scale = Math.min(shortEdge / Math.min(...edges), maxLongEdge / Math.max(...edges));
  const { width, height, data } = await page.render({ scale, render: "bitmap" });
  return { width, height, rgba: data };
}
