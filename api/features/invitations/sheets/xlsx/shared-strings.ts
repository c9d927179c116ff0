import type { Archive } from "./archive.ts";
import { isOn } from "./numbers.ts";
import { type Attributes, parseXml } from "./parse-xml.ts";

/** A cell's text, and whether all of it is struck out. */
export interface CellText {
  readonly text: string;
  readonly isStruck: boolean;
}

export async function readSharedStrings(
  archive: Archive,
  path: string | undefined,
): Promise<readonly CellText[]> {
  const strings: CellText[] = [];
  if (path === undefined) return strings;
  const collector = createTextCollector();
  await parseXml(archive, path, {
    open(name, attributes) {
      if (name === "si") collector.begin();
      collector.open(name, attributes);
    },
    close(name) {
      collector.close(name);
      if (name === "si") strings.push(collector.end());
    },
    text: collector.text,
  });
  return strings;
}

/**
 * Collects the text of a cell or shared string: all its runs, without phonetic hints, and without
 * runs that are struck out beside other text.
 */
export function createTextCollector() {
  let [plain, struck] = ["", ""];
  let isText = false;
  let isStruck = false;
  let isPronunciation = false;
  return {
    begin: () => void ([plain, struck] = ["", ""]),
    open(name: string, { val }: Attributes) {
      if (name === "rPh") isPronunciation = true;
      if (name === "r") isStruck = false;
      if (name === "strike") isStruck = isOn(val);
      isText = name === "t" && !isPronunciation;
    },
    close(name: string) {
      if (name === "rPh") isPronunciation = false;
      if (name === "r") isStruck = false;
      isText = false;
    },
    text(text: string) {
      if (isText && isStruck) struck += text;
      else if (isText) plain += text;
    },
    end(): CellText {
      const isAll = plain.trim() === "" && struck !== "";
      return { text: unescaped(isAll ? struck : plain), isStruck: isAll };
    },
  };
}

/** How workbooks write characters that XML does not allow. */
const escaped = /_x([0-9a-f]{4})_/gi;

function unescaped(text: string): string {
  return text.replace(escaped, (_, hex) => String.fromCharCode(parseInt(hex, 16)));
}
