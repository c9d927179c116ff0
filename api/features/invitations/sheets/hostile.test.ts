import process from "node:process";
import { SaxesParser } from "saxes";
import { beforeAll, describe, expect, it } from "vitest";
import { deflateRawSync } from "node:zlib";
import { longestStep, tooLong } from "../../../testing/longest-pause.ts";
import { BadFile } from "./bad-file.ts";
import { readList, toListFile } from "./read-list.ts";
import { workbookOf, workbookParts } from "./testing/workbooks.ts";
import { zipOf, type ZipPart } from "./testing/zip-files.ts";

const cells = (xml: string) => `<sheetData>${xml}</sheetData>`;
const oneRow = `<row r="1"><c r="A1"><v>1</v></c></row>`;
const asLarge = (bytes: number, text: string) => text.repeat(bytes / text.length);
/** A gigabyte of spaces. */
const gigabyte = deflatedTimes(1024, " ".repeat(1024 * 1024));

/** A valid workbook with one part replaced. */
function withPart(name: string, part: Partial<ZipPart>): Uint8Array {
  const parts = workbookParts([{ xml: cells(oneRow) }]);
  const other = { name, content: "", ...part };
  const isThere = parts.some((each) => each.name === name);
  return zipOf(
    isThere ? parts.map((each) => each.name === name ? other : each) : [...parts, other],
  );
}

/** A deflated text repeated that often, made without holding it in memory. */
function deflatedTimes(times: number, text: string): Uint8Array {
  const once = deflateRawSync(text, { finishFlush: 3 });
  return Buffer.concat([...Array(times).fill(once), Buffer.from([3, 0])]);
}

const text = (written: string) => new TextEncoder().encode(written);
const emptyPart = { content: "", deflated: deflateRawSync("") };
const sheet = "xl/worksheets/sheet1.xml";
const strings = "xl/sharedStrings.xml";
const megabyte = 1_000_000;
const context = { year: 2026, ownTopics: [] };

/** Files, by the message of the refusal. */
const hostile: Readonly<Record<string, Readonly<Record<string, () => Uint8Array>>>> = {
  "too large": {
    "many cells in sixteen thousand columns": () =>
      workbookOf(asLarge(40 * megabyte, `<row>${"<c/>".repeat(16_384)}</row>`)),
    "many runs that are struck out": () =>
      workbookOf(oneRow, {
        strings: `<si>${asLarge(40 * megabyte, "<r><rPr><strike/></rPr><t>a</t></r>")}</si>`,
      }),
    "many targets of links": () =>
      zipOf(workbookParts([{ xml: "", links: Array(400_000).fill("mailto:pat@example.com") }])),
    "a sheet of a gigabyte": () => withPart(sheet, { deflated: gigabyte, saidBytes: 2 ** 30 }),
    "shared strings of a gigabyte": () =>
      withPart(strings, { deflated: gigabyte, saidBytes: 2 ** 30 }),
    "ten million cells": () => workbookOf(asLarge(150 * megabyte, "<c><v>1</v></c>")),
    "cells without text": () => workbookOf(`<row>${asLarge(44 * megabyte, "<c/>")}</row>`),
    "many shared strings": () =>
      workbookOf(oneRow, { strings: asLarge(44 * megabyte, "<si><t>ab</t></si>") }),
    "many styles": () =>
      workbookOf(oneRow, { styles: `<cellXfs>${asLarge(44 * megabyte, "<xf/>")}</cellXfs>` }),
    "seventy thousand parts": () =>
      zipOf(
        Array.from({ length: 70_000 }, (_, at) => ({ ...emptyPart, name: `xl/${at}.xml` })),
      ),
    "many sheets that are the same part": () => {
      const content = `<worksheet><sheetData><row>${
        asLarge(4 * megabyte, "<c/>")
      }</row></sheetData></worksheet>`;
      const deflated = deflateRawSync(content);
      const parts = workbookParts(Array.from({ length: 100 }, () => ({ xml: "" })));
      const first = parts.findIndex(({ name }) => name === sheet);
      return zipOf(
        parts.map((part, at) =>
          at < first ? part : { ...part, content, deflated, ...at > first && { isAt: first } }
        ),
      );
    },
  },
  "10,000 characters": {
    "bytes of another encoding": () =>
      new Uint8Array(9.9 * megabyte).map((_, at) => at % 2 === 0 ? 0x61 : 0xe9),
    "ampersands": () => text(asLarge(9.9 * megabyte, "&")),
    "a contact of many lines": () => text(`BEGIN:VCARD\nN:a${asLarge(9.9 * megabyte, "\n b")}`),
  },
  "damaged": {
    "a sheet of a gigabyte that claims to be small": () =>
      withPart(sheet, { deflated: gigabyte, saidBytes: 100 }),
    "a long text": () =>
      workbookOf(`<row><c t="str"><v>${"x".repeat(40 * megabyte)}</v></c></row>`),
    "deep XML": () => workbookOf("<a>".repeat(10 * megabyte)),
    "many attributes": () =>
      workbookOf(`<c ${Array.from({ length: 2 * megabyte }, (_, at) => `a${at}=""`).join(" ")}/>`),
    "a long name": () => workbookOf(`<${"a".repeat(40 * megabyte)}/>`),
    "a long attribute": () => workbookOf(`<c r="${"A".repeat(40 * megabyte)}"/>`),
    "entities of entities": () =>
      withPart(strings, {
        content:
          `<!DOCTYPE sst [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><sst><si><t>&b;</t></si></sst>`,
      }),
    "an entity of a file": () =>
      withPart(sheet, {
        content: `<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><worksheet>&a;</worksheet>`,
      }),
  },
  "more than 256 columns": {
    "cells in every column": () =>
      workbookOf(`<row>${asLarge(40 * megabyte, "<c><v>1</v></c>")}</row>`),
  },
  "more than 5,000 rows": {
    "cells in every row": () => workbookOf(asLarge(40 * megabyte, "<row><c><v>1</v></c></row>")),
    "hidden rows": () =>
      workbookOf(asLarge(40 * megabyte, `<row hidden="1"><c><v>1</v></c></row>`)),
    "contacts": () => text(asLarge(9.9 * megabyte, "BEGIN:VCARD\nN:a\nEND:VCARD\n")),
  },
  "quotation mark": {
    "lines in a quote without end": () => text(asLarge(10 * megabyte, '"a\n""')),
    "quotes that end before their cells": () => text(asLarge(9.9 * megabyte, '"a" ')),
    "cells that begin with a quote": () => text(asLarge(9.9 * megabyte, '"abcd,')),
    "lines that begin with a quote": () => text(asLarge(9.9 * megabyte, '"abcdefg\n')),
  },
  "too many": {
    "merged cells": () =>
      zipOf(workbookParts([{
        xml: cells(`<row><c t="str"><v>a</v></c></row><row r="5000"><c><v>1</v></c></row>`) +
          asLarge(40 * megabyte, `<mergeCell ref="A1:A5000"/>`),
      }])),
    "ten million commas": () => new TextEncoder().encode(",".repeat(10 * megabyte)),
    "ten million lines": () => new TextEncoder().encode("\n".repeat(10 * megabyte)),
  },
  "This file is empty": {
    "a million rows": () => workbookOf("<row/>".repeat(1_000_000)),
  },
  "too much text": {
    "many links of one cell": () =>
      zipOf(workbookParts([{
        xml: cells(`<row><c t="str"><v>Pat</v></c></row>`) +
          asLarge(40 * megabyte, `<hyperlink ref="A1" r:id="rId1"/>`),
        links: ["mailto:pat.doe@example.com"],
      }])),
    "one long text in many cells": () =>
      workbookOf(asLarge(1 * megabyte, `<row><c t="s"><v>0</v></c></row>`), {
        strings: `<si><t>${"x".repeat(10_000)}</t></si>`,
      }),
  },
  "takes values from other files": {
    "a link to another workbook": () =>
      withPart("xl/externalLinks/externalLink1.xml", { content: "<externalLink/>" }),
  },
  "more than 100 sheets": {
    "many sheets": () =>
      zipOf(workbookParts(Array.from({ length: 101 }, () => ({ xml: cells(oneRow) })))),
  },
  "protected by a password": {
    "a part that is protected": () =>
      withPart(sheet, { content: "<worksheet/>", isEncrypted: true }),
  },
};

describe("a hostile file", () => {
  const all = Object.entries(hostile).flatMap(([message, files]) =>
    Object.entries(files).map(([what, make]) => [what, make, message] as const)
  );

  /** The bare parser's time on this machine for the largest XML that a file may have. */
  let bareMs = 0;
  beforeAll(() => {
    const before = process.cpuUsage();
    const parser = new SaxesParser({ xmlns: false, position: false });
    parser.write(`<c>${asLarge(40 * megabyte, "<c/>")}</c>`).close();
    bareMs = usedSince(before);
  });

  it.each(all)(
    "with %s is refused in time, and delays no one",
    async (_, make, message) => {
      const file = make();
      const watch = watchMemory();
      let [result, usedMs]: [unknown, number] = [undefined, 0];
      const step = await longestStep(async () => {
        const before = process.cpuUsage();
        result = await readList(toListFile(file), context).catch((error) => error);
        usedMs = usedSince(before);
      });
      const megabytes = watch.end();
      expect(result).toBeInstanceOf(BadFile);
      expect((result as BadFile).message).toContain(message);
      expect(usedMs).toBeLessThan(3 * bareMs);
      expect(megabytes).toBeLessThan(200);
      expect(step).toBeLessThan(tooLong);
    },
  );
});

/** Processor time of all threads, in milliseconds. */
function usedSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

function watchMemory() {
  const before = process.memoryUsage().rss;
  let most = before;
  const timer = setInterval(() => most = Math.max(most, process.memoryUsage().rss), 5);
  return {
    end() {
      clearInterval(timer);
      return (most - before) / 1_000_000;
    },
  };
}
