import type { NumberFormat } from "./number-formats.ts";

const dayMs = 86_400_000;
/** The last day of the year 9999. */
const lastDay = 2_958_465;

/**
 * A number as a person would type it: 8175550142, 2007-12-15, 2007-12-15 13:30 or 13:30.
 *
 * @param is1904 Whether the workbook counts days from 1904, as those of old Macs do.
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
  const moment = new Date(Math.round((number + firstDay(number, is1904)) * dayMs / 1000) * 1000);
  const [date, time = ""] = moment.toISOString().slice(0, 19).split("T");
  const shownTime = time.endsWith(":00") ? time.slice(0, 5) : time;
  if (!hasDate || number < 1) return shownTime;
  return hasTime && shownTime !== "00:00" ? `${date} ${shownTime}` : `${date}`;
}

/** Day 0, counted from 1970. Excel has a February 29 in 1900, so days before it are one off. */
function firstDay(number: number, is1904: boolean): number {
  if (is1904) return -24_107;
  return number < 60 ? -25_568 : -25_569;
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
