/**
 * `undefined` without a year, with several, or with an implausible one.
 *
 * @param year The current year.
 */
export function readClassYear(cell: string, year: number): string | undefined {
  const text = cell.trim();
  if (text.length > maxLength) return undefined;
  const found = yearBehindDate(text, year) ?? fourDigitYear(text) ?? yearOfDays(text) ??
    twoDigitYear(text, year);
  return found !== undefined && isPlausible(found, year) ? String(found) : undefined;
}

/** Whether the class year is a guess: the end of a span, the year of Excel's day count, or behind a date. */
export function isGuessedYear(cell: string): boolean {
  const date = dateIn(cell.trim());
  return span.test(cell) || /^\s*\d\d,?\d{3}(?:\.|\s*$)/.test(cell) ||
    date !== undefined && yearsOfLostDates.has(date.getUTCFullYear());
}

/** ROTC began in 1916. */
const firstYear = 1916;

function isPlausible(found: number, year: number): boolean {
  return found >= firstYear && found <= year + 10;
}

/** Years of Excel's calendars in which a typed year is shown when its cell is formatted as a date. */
const yearsOfLostDates: ReadonlySet<number> = new Set([1900, 1904, 1905, 1909]);
const dayMs = 86_400_000;
/** Day 0 in both calendars; the second is of old Macs. */
const calendars = [Date.UTC(1899, 11, 30), Date.UTC(1904, 0, 1)];

/** 2007 for 1905-06-29, day 2007 of Excel's calendar, and for 1900-01-07, its day 7. */
function yearBehindDate(text: string, year: number): number | undefined {
  const date = dateIn(text);
  if (date === undefined || !yearsOfLostDates.has(date.getUTCFullYear())) return undefined;
  for (const start of calendars) {
    // Excel's 1900 has a February 29, so days before it are one off.
    const days = Math.round((date.getTime() - start) / dayMs);
    const typed = start < Date.UTC(1900, 0, 1) && days < 61 ? days - 1 : days;
    if (isPlausible(typed, year)) return typed;
    if (typed >= 0 && typed < 100) return inFullCentury(typed, year);
  }
  return undefined;
}

const monthNames = [
  "jan",
  "feb",
  "mar",
  "apr",
  "may",
  "jun",
  "jul",
  "aug",
  "sep",
  "oct",
  "nov",
  "dec",
];

/** A whole date with a year of four digits, as spreadsheets show it, with or without its time. */
function dateIn(text: string): Date | undefined {
  const plain = text.replace(
    /^[a-z]{3,9}\.?,? +(?=[a-z\d])(?=.*\d{1,2}[^\d])/i,
    (word) => monthOf(word) === undefined ? "" : word,
  );
  const [, year, month, day] = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[ T]|$)/.exec(plain) ?? [];
  if (year !== undefined) return dateOf(Number(year), Number(month), Number(day));
  const [, one, other, last] = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})(?:[ T]|$)/.exec(plain) ?? [];
  if (last !== undefined) {
    const isDayFirst = Number(one) > 12 || /^\d{1,2}\./.test(plain);
    const [monthAt, dayAt] = isDayFirst ? [other, one] : [one, other];
    return dateOf(Number(last), Number(monthAt), Number(dayAt));
  }
  const [, dayBefore, nameAfter, yearAfter] =
    /^(\d{1,2})[-. ]+([a-z]{3,9})[-., ]+(\d{4})(?:\s|$)/i.exec(plain) ?? [];
  if (yearAfter !== undefined) {
    return dateOf(Number(yearAfter), monthOf(nameAfter) ?? 0, Number(dayBefore));
  }
  const [, name, dayOf, yearOf] = /^([a-z]{3,9})\.? (\d{1,2}),? (\d{4})(?:\s|$)/i.exec(plain) ?? [];
  return yearOf === undefined
    ? undefined
    : dateOf(Number(yearOf), monthOf(name) ?? 0, Number(dayOf));
}

function monthOf(name = ""): number | undefined {
  const at = monthNames.indexOf(name.trim().slice(0, 3).toLowerCase());
  return at === -1 ? undefined : at + 1;
}

function dateOf(year: number, month: number, day: number): Date | undefined {
  const isDate = month >= 1 && month <= 12 && day >= 1 && day <= 31;
  return isDate ? new Date(Date.UTC(year, month - 1, day)) : undefined;
}

const maxLength = 100;
const span = /(?:19|20)\d\d ?(?:-|–|—|to|\/) ?(?:19|20)\d\d/;

/** Four digits ("2003-2007": the last ones), or the beginning of "20071215". */
function fourDigitYear(text: string): number | undefined {
  const [, compact] = /^((?:19|20)\d\d)(?:0[1-9]|1[0-2])(?:[0-3]\d)?$/.exec(text) ?? [];
  if (compact !== undefined) return Number(compact);
  const [, thousands, rest] = /^([12]),(\d{3})(?:\.0+)?$/.exec(text) ?? [];
  if (thousands !== undefined) return Number(thousands + rest);
  const years = [...text.matchAll(/(?<!\d)(?:19|20)\d\d(?!\d)/g)].map(([one]) => Number(one));
  return new Set(years).size === 1 || span.test(text) ? years.at(-1) : undefined;
}

/** Excel's count of days, from 1955 to 2064, in a column that is not formatted as dates. */
function yearOfDays(text: string): number | undefined {
  const days = /^([2-6]\d,?\d{3})(?:\.\d+)?$/.exec(text)?.[1]?.replace(",", "");
  if (days === undefined) return undefined;
  return new Date(Date.UTC(1899, 11, 30 + Number(days))).getUTCFullYear();
}

/** Two digits: alone, after an apostrophe, a season, a month or "class of", or at the end of a date. */
function twoDigitYear(text: string, year: number): number | undefined {
  const [, ...groups] = twoDigits.exec(text) ?? [];
  const digits = groups.find((group) => group !== undefined);
  if (digits === undefined) return undefined;
  return inFullCentury(Number(digits), year);
}

function inFullCentury(digits: number, year: number): number {
  return 2000 + digits <= year + 5 ? 2000 + digits : 1900 + digits;
}

const season = "spring|summer|fall|autumn|winter|spr|sum|sp|su|fa|f|s|w";
const month = "jan|feb|mar|apr|may|jun|jul|aug|sept?|oct|nov|dec|" +
  "january|february|march|april|june|july|august|september|october|november|december";
const twoDigits = new RegExp(
  `^['’‘\`]?(\\d\\d)(?:\\.0)?$|` +
    `(?:^|[^a-z])(?:${season}|${month}|class|class of|co|yg|fy|grad|ay|of)[-. '’‘]{0,3}(\\d\\d)$|` +
    `^\\d{1,2}[-/. ](?:\\d{1,2}|[a-z]{3,9})[-/. ]['’‘]?(\\d\\d)$|` +
    `^\\d{1,2}[-/]['’‘]?(\\d\\d)$|^(\\d\\d) ?(?:${season})$|^\\d{1,2}(?:${month})(\\d\\d)$`,
  "i",
);
