import { askWorker } from "../../events/worker.ts";
import { FileRefused } from "./file-kind.ts";

export interface DrawnPage {
  readonly width: number;
  readonly height: number;
  /** Four bytes for each pixel; empty if a page is too narrow to be visible. */
  readonly rgba: Uint8Array;
}

/** Real files take a tenth of a second. */
const drawWithinMs = 15_000;

/**
 * Draws a PDF's first page on a worker with PDFium, which runs no scripts and opens nothing else.
 * @returns PNG, square: the whole page on white, with its top edge visible.
 * @throws {FileRefused} When it is damaged, protected, or takes too long.
 */
export async function drawPdf(bytes: Uint8Array, withinMs = drawWithinMs): Promise<Uint8Array> {
  const worker = new Worker(new URL("./draw-pdf-worker.ts", import.meta.url), { type: "module" });
  const page = await askWorker<DrawnPage>(worker, bytes, AbortSignal.timeout(withinMs))
    .catch((error) => {
      throw unreadable(error);
    });
  if (page.rgba.length === 0) throw unreadable();
  const { width, height, rgba } = page;
  const { default: sharp } = await import("sharp");
  const edge = Math.max(width, height);
  return await sharp(rgba, { raw: { width, height, channels: 4 } })
    .resize(edge, edge, { fit: "contain", background: "#fff" })
    .png()
    .toBuffer();
}

function unreadable(cause?: unknown): FileRefused {
  const message = "This PDF is damaged or protected. Print it to a new PDF and upload that.";
  return new FileRefused("damaged", message, { cause });
}
