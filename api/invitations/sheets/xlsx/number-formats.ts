import type { Archive } from "./archive.ts";
import { parseXml } from "./parse-xml.ts";

/** How a cell's style shows its number. */
export interface NumberFormat {
  readonly hasDate: boolean;
  readonly hasTime: boolean;
  /** Fewest digits, for numbers with zeros before them. */
  readonly digits: number;
}

/** The format of each cell style, by the style's number. */
export async function readNumberFormats(
  archive: Archive,
  path: string | undefined,
): Promise<readonly NumberFormat[]> {
  const styles: NumberFormat[] = [];
  if (path === undefined) return styles;
  const own = new Map<string, NumberFormat>();
  let isInCellStyles = false;
  await parseXml(archive, path, {
    open(name, { numFmtId = "0", formatCode = "" }) {
      if (name === "numFmt") own.set(numFmtId, formatOf(formatCode));
      if (name === "cellXfs") isInCellStyles = true;
      if (name === "xf" && isInCellStyles) {
        styles.push(own.get(numFmtId) ?? builtInFormat(Number(numFmtId)));
      }
    },
    close(name) {
      if (name === "cellXfs") isInCellStyles = false;
    },
  });
  return styles;
}

/** ECMA-376 part 1, 18.8.30: formats that every workbook has. */
function builtInFormat(id: number): NumberFormat {
  const isBetween = (first: number, last: number) => id >= first && id <= last;
  return {
    hasDate: isBetween(14, 17) || id === 22 || isBetween(27, 31) || id === 36 ||
      isBetween(50, 54) || isBetween(57, 58),
    hasTime: isBetween(18, 22) || isBetween(32, 33) || isBetween(45, 47),
    digits: 0,
  };
}

/** Text in quotes, escaped characters, colors and locales. */
const literal = /"[^"]*"|\\.|[_*].|\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi;

function formatOf(code: string): NumberFormat {
  const [first = ""] = code.replace(literal, "").split(";");
  const hasTime = /[hs]/i.test(first);
  return {
    hasTime,
    hasDate: /[yd]/i.test(first) || !hasTime && /m/i.test(first),
    digits: /^0+$/.test(first) ? first.length : 0,
  };
}
