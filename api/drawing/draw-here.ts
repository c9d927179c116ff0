import { kindOf } from "../objects/file-kind.ts";
import type { Drawn } from "./answer.ts";
import { encodePicture } from "./encode-picture.ts";

/** Draws an upload in this process, which has to be one that can be killed. @throws {FileRefused} */
export async function drawHere(bytes: Uint8Array): Promise<Drawn> {
  const kind = kindOf(bytes);
  if (kind !== "pdf") return await encodePicture(bytes, kind);
  const { drawPdf } = await import("./draw-pdf.ts");
  return await encodePicture(await drawPdf(bytes), "png");
}
