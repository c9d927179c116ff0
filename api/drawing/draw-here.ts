import { kindOf } from "../objects/file-kind.ts";
import type { Drawing, Drawn } from "./answer.ts";
import { encodeLogo, encodePicture } from "./encode-picture.ts";

/** Draws an upload in this process, which must be safe to kill. @throws {FileRefused} */
export async function drawHere(bytes: Uint8Array, as: Drawing = "picture"): Promise<Drawn> {
  const kind = kindOf(bytes);
  if (as === "logo" && kind !== "pdf") {
    return { picture: await encodeLogo(bytes, kind), small: new Uint8Array() };
  }
  if (kind !== "pdf") return await encodePicture(bytes, kind);
  const { drawPdf } = await import("./draw-pdf.ts");
  return await encodePicture(await drawPdf(bytes), "png");
}
