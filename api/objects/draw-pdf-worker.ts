import { PDFiumLibrary } from "@hyzyla/pdfium";
import { answerInWorker } from "../../events/worker.ts";
import type { DrawnPage } from "./draw-pdf.ts";

const longEdge = 512;

answerInWorker(draw);

async function draw(bytes: Uint8Array): Promise<DrawnPage> {
  const library = await PDFiumLibrary.init();
  const page = (await library.loadDocument(bytes)).getPage(0);
  const { originalWidth, originalHeight } = page.getOriginalSize();
  const scale = longEdge / Math.max(originalWidth, originalHeight);
  const { width, height, data } = await page.render({ scale, render: "bitmap" });
  return { width, height, rgba: data };
}
