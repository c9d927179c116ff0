import process from "node:process";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { longestPauseMs } from "../testing/longest-pause.ts";
import { aPdf } from "../testing/pictures.ts";
import { drawPdf } from "./draw-pdf.ts";
import { FileRefused } from "./file-kind.ts";
import { maxUploadBytes } from "./object-store.ts";

const bytesOf = (text: string) => new Uint8Array(Buffer.from(text, "latin1"));
const asOftenAsFits = (part: string) => part.repeat((maxUploadBytes - 1000) / part.length);
/** Shorter than the product's: some files take as long as they may. */
const withinMs = 1000;
const pageOf = (edges: string) => aPdf("", `/MediaBox [0 0 ${edges}]`);

describe("the first page of a PDF", () => {
  it.each([
    ["a letter", "612 792"],
    ["a slide", "960 540"],
    ["a stamp", "10 10"],
    ["a poster", "14400 14400"],
  ])("is drawn in the size of a picture when it is %s", async (_, edges) => {
    const { width, height } = await sharp(await drawPdf(pageOf(edges))).metadata();
    expect({ width, height }).toEqual({ width: 512, height: 512 });
  });

  it.each([["top", 100, 4], ["bottom", 100, 507]])(
    "is seen to its %s",
    async (_, left, top) => {
      // Red everywhere, on a page that is higher than it is wide.
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
  ])("is only drawn where the file has %s", async (_, catalog) => {
    const pixels = (bytes: Uint8Array) => sharp(bytes).raw().toBuffer();
    expect(await pixels(await drawPdf(aPdf(catalog)))).toEqual(
      await pixels(await drawPdf(aPdf())),
    );
  });

  it("is refused when nothing of it is seen", async () => {
    await expect(drawPdf(pageOf("14400 1"))).rejects.toThrow(FileRefused);
  });

  it("is refused when it takes too long", async () => {
    await expect(drawPdf(aPdf(), 1)).rejects.toThrow(FileRefused);
  });

  it.each([
    ["objects", asOftenAsFits("1 0 obj 1 endobj\n")],
    ["values", `1 0 obj [${asOftenAsFits("[]")}] endobj`],
    ["keys", `1 0 obj <<${asOftenAsFits("/A 1")}>> endobj`],
    ["brackets", `1 0 obj [${asOftenAsFits("[")}`],
    ["trailers", asOftenAsFits("trailer<<>>")],
    ["empty streams", asOftenAsFits("1 0 obj<</Length 0>>stream\n\nendstream endobj\n")],
    ["streams without an end", asOftenAsFits("1 0 obj<<>>stream\n")],
  ])("of a file that is nothing but %s is refused, and keeps no one waiting", async (_, body) => {
    const drawing = drawPdf(bytesOf(`%PDF-1.4\n${body}`), withinMs).catch((error) => error);
    const before = process.cpuUsage();
    const pauseMs = await longestPauseMs(drawing);
    const { user, system } = process.cpuUsage(before);
    expect(await drawing).toBeInstanceOf(FileRefused);
    expect((user + system) / 1_000_000).toBeLessThan(6);
    expect(pauseMs).toBeLessThan(300);
  }, 60_000);
});
