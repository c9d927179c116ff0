import type { Archive } from "./archive.ts";
import { parseXml } from "./parse-xml.ts";

/** How a cell's style shows its number. */
export interface NumberFormat {
  readonly hasDate: boolean;
  readonly hasTime: boolean;
  /** Minimum digits, for leading zeros. */
  readonly digits: number;
}

/** How a cell's style shows its text. */
export interface CellStyle {
  readonly format: NumberFormat;
  readonly isStruck: boolean;
}

/** Cell styles, by number. */
export async function readStyles(
  archive: Archive,
  path: string | undefined,
): Promise<readonly CellStyle[]> {
  const styles: CellStyle[] = [];
  if (path === undefined) return styles;
  const own = new Map<string, NumberFormat>();
  const struckFonts: boolean[] = [];
  const known = new Map<string, CellStyle>();
  let list = "";
  await parseXml(archive, path, {
    open(name, { numFmtId = "0", formatCode = "", fontId = "0", val }) {
      if (name === "numFmt") own.set(numFmtId, formatOf(formatCode));
      if (name === "fonts" || name === "cellXfs") list = name;
      if (name === "font" && list === "fonts") struckFonts.push(false);
      if (name === "strike" && list === "fonts") struckFonts[struckFonts.length - 1] = isOn(val);
      if (name === "xf" && list === "cellXfs") {
        const isStruck = struckFonts[Number(fontId)] ?? false;
        const key = `${numFmtId} ${isStruck}`;
        const style = known.get(key) ??
          { format: own.get(numFmtId) ?? builtInFormat(Number(numFmtId)), isStruck };
        known.set(key, style);
        styles.push(style);
      }
    },
    close(name) {
      if (name === list) list = "";
    },
  });
  return styles;
}

/** Whether an optional attribute or element is on. */
export function isOn(value: string | undefined): boolean {
  return value === undefined || /^(?:1|true|on)$/i.test(value);
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

const dayMs = 86_400_000;
/** The last day of the year 9999. */
const lastDay = 2_958_465;

/**
 * The number as typed: 8175550142, 2007-12-15 13:30. A year in a column of dates is a day of 1905,
 * and is read as that year.
 * @param is1904 Whether days count from 1904, as on old Macs.
 */
export function numberText(
  written: string,
  format: NumberFormat | undefined,
  is1904: boolean,
): string {
  const number = Number(written);
  if (written.trim() === "" || !Number.isFinite(number)) return written;
  const { hasDate = false, hasTime = false, digits = 0 } = format ?? {};
  if (!hasDate && !hasTime || number < 0 || number > lastDay) return plainText(number, digits);
  if (hasDate && number >= 1900 && number <= 2100 && Number.isInteger(number)) return `${number}`;
  // Counted from 1970. Excel has a February 29 in 1900, so days before it are one off.
  const firstDay = is1904 ? -24_107 : number < 60 ? -25_568 : -25_569;
  const moment = new Date(Math.round((number + firstDay) * dayMs / 1000) * 1000);
  const [date, time = ""] = moment.toISOString().slice(0, 19).split("T");
  const shownTime = time.endsWith(":00") ? time.slice(0, 5) : time;
  if (!hasDate || number < 1) return shownTime;
  return hasTime && shownTime !== "00:00" ? `${date} ${shownTime}` : `${date}`;
}

/** Excel shows 15 digits; further ones are rounding errors. */
function plainText(number: number, digits: number): string {
  const text = String(Number(number.toPrecision(15)));
  return text.includes("e") ? BigInt(Math.round(number)).toString() : text.padStart(digits, "0");
}

/** The text of a date that is stored as one. */
export function isoDateText(written: string): string {
  const [date, time = ""] = written.replace(/(\.\d+)?Z?$/, "").split("T");
  return time.replace(/^00:00(:00)?$/, "") === "" ? `${date}` : `${date} ${time}`;
}
