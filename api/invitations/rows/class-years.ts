/** `undefined` without a year, or with several. @param year The current year. */
export function readClassYear(cell: string, year: number): string | undefined {
  const text = cell.trim();
  if (text.length > maxLength) return undefined;
  const found = fourDigitYear(text) ?? yearOfDays(text) ?? twoDigitYear(text, year);
  return found !== undefined && found >= 1900 && found <= year + 10 ? String(found) : undefined;
}

/** Whether the class year is a guess: the end of a span, or the year of Excel's day count. */
export function isGuessedYear(cell: string): boolean {
  return span.test(cell) || /^\s*\d{5}(?:\.|\s*$)/.test(cell);
}

const maxLength = 100;
const span = /(?:19|20)\d\d ?(?:-|–|—|to|\/) ?(?:19|20)\d\d/;

/** Four digits ("2003-2007": the last ones), or the beginning of "20071215". */
function fourDigitYear(text: string): number | undefined {
  const [, compact] = /^((?:19|20)\d\d)(?:0[1-9]|1[0-2])(?:[0-3]\d)?$/.exec(text) ?? [];
  if (compact !== undefined) return Number(compact);
  const years = [...text.matchAll(/(?<!\d)(?:19|20)\d\d(?!\d)/g)].map(([one]) => Number(one));
  return new Set(years).size === 1 || span.test(text) ? years.at(-1) : undefined;
}

/** Excel's count of days, from 1955 to 2064, in a column that is not formatted as dates. */
function yearOfDays(text: string): number | undefined {
  const days = /^([2-6]\d{4})(?:\.\d+)?$/.exec(text)?.[1];
  if (days === undefined) return undefined;
  return new Date(Date.UTC(1899, 11, 30 + Number(days))).getUTCFullYear();
}

/** Two digits: alone, after an apostrophe, a season, a month or "class of", or at the end of a date. */
function twoDigitYear(text: string, year: number): number | undefined {
  const [, ...groups] = twoDigits.exec(text) ?? [];
  const digits = groups.find((group) => group !== undefined);
  if (digits === undefined) return undefined;
  const inThisCentury = 2000 + Number(digits);
  return inThisCentury <= year + 5 ? inThisCentury : inThisCentury - 100;
}

const season = "spring|summer|fall|autumn|winter|spr|sum|sp|su|fa|f|s|w";
const month = "jan|feb|mar|apr|may|jun|jul|aug|sept?|oct|nov|dec|" +
  "january|february|march|april|june|july|august|september|october|november|december";
const twoDigits = new RegExp(
  `^['’‘\`]?(\\d\\d)(?:\\.0)?$|` +
    `(?:^|[^a-z])(?:${season}|${month}|class|class of|co|yg|grad|ay|of)[-. '’‘]{0,3}(\\d\\d)$|` +
    `^\\d{1,2}[-/. ](?:\\d{1,2}|[a-z]{3,9})[-/. ]['’‘]?(\\d\\d)$|` +
    `^\\d{1,2}[-/]['’‘]?(\\d\\d)$|^(\\d\\d) ?(?:${season})$|^\\d{1,2}(?:${month})(\\d\\d)$`,
  "i",
);
