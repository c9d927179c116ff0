/** Spans of class years in a question: "before 2000", "in the 90s", "between 2005 and 2010". */

export interface YearSpan {
  /** Words of the question that say it. */
  readonly length: number;
  readonly from: number;
  readonly to: number;
  /** As in "from the classes …". */
  readonly name: string;
}

const first = 1900;
const last = 2099;

/** Words of a document with this class year, which no one can type: its own and its decade's. */
export function classYearTokens(classYear: string): string[] {
  return /^(19|20)\d\d$/.test(classYear)
    ? [tokenOf(classYear), tokenOf(classYear.slice(0, 3))]
    : [];
}

/** Words of documents whose class year is in this span, whole decades as one. */
export function tokensInSpan({ from, to }: YearSpan): string[] {
  const tokens: string[] = [];
  for (let year = from; year <= to;) {
    const isDecade = year % 10 === 0 && year + 9 <= to;
    tokens.push(tokenOf(isDecade ? `${year / 10}` : `${year}`));
    year += isDecade ? 10 : 1;
  }
  return tokens;
}

function tokenOf(digits: string): string {
  return `#class${digits}`;
}

/** The span of class years that begins with the word at `at`, with the words that lead to it. */
export function yearSpanAt(words: readonly string[], at: number): YearSpan | undefined {
  let start = at;
  while (leading.has(words[start] ?? "")) start++;
  const rest = words.slice(start).join(" ");
  // "In my 20s" is an age.
  if (ages.has(words[at - 1] ?? "")) return undefined;
  const isAboutClasses = words.slice(at, start).some((word) => sayingClass.has(word));
  for (const [pattern, spanOf, needsClass] of patterns) {
    const found = pattern.exec(rest);
    if (found === null || needsClass && !isAboutClasses) continue;
    const [from, to] = spanOf(found.groups ?? {});
    if (from > to) continue;
    return {
      length: start - at + found[0].split(" ").length,
      from: Math.max(first, from),
      to: Math.min(last, to),
      name: nameOf(from, to),
    };
  }
  return undefined;
}

const leading: ReadonlySet<string> = new Set(
  "class classes commissioned from graduated graduating in of the year years".split(" "),
);
const sayingClass: ReadonlySet<string> = new Set(
  "class classes commissioned from graduated graduating".split(" "),
);
const ages: ReadonlySet<string> = new Set("her his my our their your".split(" "));

type Groups = Readonly<Record<string, string | undefined>>;
type Span = readonly [from: number, to: number];

const time = (name: string) =>
  `(?:the )?(?<${name}>(?:19|20)\\d\\d|(?:(?:19|20)?\\d0s)|sixties|seventies|eighties|nineties)`;
const whole = (source: string) => new RegExp(`^${source}(?= |$)`);

/** Each with what it means, and whether only words such as "class of" make it about class years. */
const patterns: readonly (readonly [RegExp, (groups: Groups) => Span, boolean])[] = [
  [
    whole(`between ${time("from")} (?:and|to) ${time("to")}`),
    ({ from, to }) => [startOf(from), endOf(to)],
    false,
  ],
  [
    whole(`${time("from")} (?:to|through|thru|until|till) ${time("to")}`),
    ({ from, to }) => [startOf(from), endOf(to)],
    false,
  ],
  [
    whole("(?<from>(?:19|20)\\d\\d) (?<to>(?:19|20)\\d\\d)"),
    ({ from, to }) => [startOf(from), endOf(to)],
    true,
  ],
  [
    whole(
      `${time("from")} (?:on|onward|onwards|and (?:after|later|newer)|or (?:after|later|newer))`,
    ),
    ({ from }) => [startOf(from), last],
    false,
  ],
  [
    whole(`${time("to")} (?:and|or) (?:before|earlier|older)`),
    ({ to }) => [first, endOf(to)],
    false,
  ],
  [
    whole(`(?:before|pre|prior to|(?:earlier|older) than) ${time("to")}`),
    ({ to }) => [first, startOf(to) - 1],
    false,
  ],
  [
    whole(`(?:until|till|through|up to) ${time("to")}`),
    ({ to }) => [first, endOf(to)],
    false,
  ],
  [
    whole(`(?:after|post|(?:later|newer|younger) than) ${time("from")}`),
    ({ from }) => [endOf(from) + 1, last],
    false,
  ],
  [whole(`since ${time("from")}`), ({ from }) => [startOf(from), last], false],
  [
    whole(
      "(?:the )?(?:(?<part>early|mid|late) )?(?<decade>(?:19|20)?\\d0s|sixties|seventies|eighties|nineties)",
    ),
    ({ part = "", decade }) => {
      const start = startOf(decade);
      const [before, after] = partsOfDecade[part] ?? [0, 9];
      return [start + before, start + after];
    },
    false,
  ],
];

const partsOfDecade: Readonly<Record<string, Span>> = { early: [0, 3], mid: [4, 6], late: [7, 9] };

const spoken: Readonly<Record<string, number>> = {
  sixties: 1960,
  seventies: 1970,
  eighties: 1980,
  nineties: 1990,
};

/** The first year of "1998", "1990s", "90s" or "nineties". */
function startOf(time = ""): number {
  const digits = Number.parseInt(time);
  if (Number.isNaN(digits)) return spoken[time] ?? first;
  if (digits >= 100) return digits;
  return digits + (digits >= 50 ? 1900 : 2000);
}

function endOf(time = ""): number {
  return startOf(time) + (/^\d{4}$/.test(time) ? 0 : 9);
}

function nameOf(from: number, to: number): string {
  if (from <= first) return `before ${to + 1}`;
  if (to >= last) return `since ${from}`;
  return from === to ? `of ${from}` : `of ${from} to ${to}`;
}
