import type { Archive } from "./archive.ts";
import { parseXml } from "./parse-xml.ts";

export async function readSharedStrings(
  archive: Archive,
  path: string | undefined,
): Promise<readonly string[]> {
  const strings: string[] = [];
  if (path === undefined) return strings;
  const collector = createTextCollector();
  await parseXml(archive, path, {
    open(name) {
      if (name === "si") collector.begin();
      collector.open(name);
    },
    close(name) {
      collector.close(name);
      if (name === "si") strings.push(collector.end());
    },
    text: collector.text,
  });
  return strings;
}

/** Collects the text of a cell or shared string: all its runs, without phonetic hints. */
export function createTextCollector() {
  let collected = "";
  let isText = false;
  let isPronunciation = false;
  return {
    begin: () => void (collected = ""),
    open(name: string) {
      if (name === "rPh") isPronunciation = true;
      isText = name === "t" && !isPronunciation;
    },
    close(name: string) {
      if (name === "rPh") isPronunciation = false;
      isText = false;
    },
    text(text: string) {
      if (isText) collected += text;
    },
    end: () => collected.replace(escaped, (_, hex) => String.fromCharCode(parseInt(hex, 16))),
  };
}

/** How workbooks write characters that XML does not allow. */
const escaped = /_x([0-9a-f]{4})_/gi;
