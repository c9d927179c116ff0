import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { FileRefused } from "../objects/file-kind.ts";
import { aPdf } from "../testing/pictures.ts";
import { drawPdf } from "./draw-pdf.ts";
import { pdfPage } from "./testing/pdf.ts";

const pageOf = (edges: string) => aPdf("", `/MediaBox [0 0 ${edges}]`);

describe("the first page of a PDF", () => {
  it.each([
    ["a letter", "612 792"],
    ["a slide", "960 540"],
    ["a stamp", "10 10"],
    ["a poster", "14400 14400"],
  ])("is drawn at a picture's size if it is %s", async (_, edges) => {
    const { width, height } = await sharp(await drawPdf(pageOf(edges))).metadata();
    expect({ width, height }).toEqual({ width: 512, height: 512 });
  });

  it.each([["top", 100, 4], ["bottom", 100, 507]])(
    "is visible up to its %s",
    async (_, left, top) => {
      // Red everywhere, on a page that is taller than wide.
      const drawn = sharp(await drawPdf(pageOf("100 200")));
      const pixel = await drawn.extract({ left: left + 100, top, width: 1, height: 1 })
        .removeAlpha().raw().toBuffer();
      expect([...pixel]).toEqual([255, 0, 0]);
    },
  );

  it.each([
    ["scripts", "/OpenAction <</S /JavaScript /JS (app.alert(1))>>"],
    ["links", "/OpenAction <</S /URI /URI (http://127.0.0.1:1/)>>"],
    ["files", "/Names <</EmbeddedFiles <</Names [(a) 9 0 R]>>>>"],
  ])("is drawn only if the file has %s", async (_, catalog) => {
    const pixels = (bytes: Uint8Array) => sharp(bytes).raw().toBuffer();
    expect(await pixels(await drawPdf(aPdf(catalog)))).toEqual(
      await pixels(await drawPdf(aPdf())),
    );
  });

  it.each([
    ["it is too narrow to see", pageOf("14400 1")],
    ["nothing is on it", pdfPage("")],
    ["what is on it is white", pdfPage("1 1 1 rg 0 0 200 200 re f")],
    ["what is on it can't be drawn", pdfPage("/Missing Do")],
  ])("is refused when %s", async (_, bytes) => {
    const drawing = drawPdf(bytes);
    await expect(drawing).rejects.toThrow(FileRefused);
    await expect(drawing).rejects.toThrow("This PDF's first page is empty.");
  });
});
