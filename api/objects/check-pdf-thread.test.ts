import process from "node:process";
import { describe, expect, it } from "vitest";
import { longestPauseMs } from "../testing/longest-pause.ts";
import { onePage, packedPdf } from "../testing/pdfs.ts";
import { checkPdfAside } from "./check-pdf-thread.ts";
import { FileRefused } from "./file-refused.ts";
import { maxUploadBytes } from "./object-store.ts";

const bytesOf = (text: string) => new Uint8Array(Buffer.from(text, "latin1"));
const asOftenAsFits = (part: string) => part.repeat((maxUploadBytes - 1000) / part.length);

describe("a PDF that is checked on a thread", () => {
  it("is taken or refused as it is here", async () => {
    await checkPdfAside(bytesOf(packedPdf(onePage())));
    const scripted = bytesOf(packedPdf(onePage("/OpenAction <</S /JavaScript>>")));
    await expect(checkPdfAside(scripted)).rejects.toThrow("This PDF contains scripts");
    await expect(checkPdfAside(scripted)).rejects.toThrow(FileRefused);
  });

  it("is refused when it takes too long", async () => {
    await expect(checkPdfAside(bytesOf(packedPdf(onePage())), 0)).rejects.toThrow(FileRefused);
  });

  it.each([
    ["objects", asOftenAsFits("1 0 obj 1 endobj\n")],
    ["values", `1 0 obj [${asOftenAsFits("[]")}] endobj`],
    ["keys", `1 0 obj <<${asOftenAsFits("/A 1")}>> endobj`],
    ["brackets", `1 0 obj [${asOftenAsFits("[")}`],
    ["trailers", asOftenAsFits("trailer<<>>")],
    ["what looks like objects", `1 0 obj (${asOftenAsFits("%\n0 obj")}) endobj`],
    ["empty streams", asOftenAsFits("1 0 obj<</Length 0>>stream\n\nendstream endobj\n")],
    ["streams without an end", asOftenAsFits("1 0 obj<<>>stream\n")],
    ["links", `1 0 obj [${asOftenAsFits("<</URI 1 0 R>>")}] endobj`],
  ])("and is nothing but %s takes seconds at most, and keeps nobody waiting", async (_, body) => {
    const checking = checkPdfAside(bytesOf(`%PDF-1.4\n${body}`)).catch((error) => error);
    const before = process.cpuUsage();
    const pauseMs = await longestPauseMs(checking);
    const { user, system } = process.cpuUsage(before);
    expect((await checking) ?? new FileRefused("damaged", "")).toBeInstanceOf(FileRefused);
    expect((user + system) / 1_000_000).toBeLessThan(10);
    expect(pauseMs).toBeLessThan(300);
  }, 60_000);
});
