/** Spans of class years in a question: "before 2000", "in the 90s", "the last 10 years". */

export interface YearSpan {
  /** Number of the question's words. */
  readonly length: number;
  readonly from: number;
  readonly to: number;
  /** As in "from the classes …". */
  readonly name: string;
}

const first = 1900;
const last = 2099;

/** Tokens of a document with this class year, which no one can type: the year's and its decade's. */
export function classYearTokens(classYear: string): string[] {
  return /^(19|20)\d\d$/.test(classYear)
    ? [tokenOf(classYear), tokenOf(classYear.slice(0, 3))]
    : [];
}

/** Tokens of the class years in this span, one for a whole decade. */
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
  // "In my 20s" and "in my early 20s" are ages.
  const owner = partOfDecade.test(words[at - 1] ?? "") ? at - 2 : at - 1;
  if (ages.has(words[owner] ?? "")) return undefined;
  const before = words.slice(at, start);
  const isSaid = {
    nothing: true,
    class: before.some((word) => sayingClass.has(word)),
  };
  for (const [pattern, spanOf, needed] of patterns) {
    const found = pattern.exec(rest);
    if (found === null || !isSaid[needed]) continue;
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
  "class classes commissioned graduated graduating".split(" "),
);
const ages: ReadonlySet<string> = new Set("her his my our their your".split(" "));

type Groups = Readonly<Record<string, string | undefined>>;
type Span = readonly [from: number, to: number];

/** "2000", "the 90s", "the class of 95". */
const time = (name: string) =>
  `(?:the )?(?:year |years |class(?:es)? of (?:the )?)?` +
  `(?<${name}>(?:19|20)\\d\\d|(?:(?:19|20)?\\d0s)|sixties|seventies|eighties|nineties` +
  `|(?<=class of )\\d\\d|(?<=classes of )\\d\\d)`;
/** A year of two digits, beside a word such as "graduated": "after 10 years" is no year. */
const short = (name: string) => `(?<${name}>\\d\\d)(?! (?:years?|months?|weeks?|days?|hours?)\\b)`;
const whole = (source: string) => new RegExp(`^${source}(?= |$)`);

/** "Recent grads" are of the last five years. */
const few = 5;
const counts: Readonly<Record<string, number>> = {
  ...{ one: 1, two: 2, three: 3, four: 4, five: 5, six: 6, seven: 7, eight: 8, nine: 9, ten: 10 },
  ...{ twelve: 12, fifteen: 15, twenty: 20, couple: 2, "couple of": 2, few, several: few },
};
const count = `(?<count>\\d{1,2}|${Object.keys(counts).join("|")})`;

function yearsAgo(count = ""): number {
  return new Date().getUTCFullYear() - (counts[count] ?? Number(count));
}

/** Each with its meaning, and with the words that must precede it to be about class years. */
const patterns: readonly (readonly [RegExp, (groups: Groups) => Span, "nothing" | "class"])[] = [
  [
    whole(`between ${time("from")} (?:and|to) ${time("to")}`),
    ({ from, to }) => [startOf(from), endOf(to)],
    "nothing",
  ],
  [
    whole(`${time("from")} (?:to|through|thru|until|till) ${time("to")}`),
    ({ from, to }) => [startOf(from), endOf(to)],
    "nothing",
  ],
  [
    whole("(?<from>(?:19|20)\\d\\d) (?<to>(?:19|20)\\d\\d)"),
    ({ from, to }) => [startOf(from), endOf(to)],
    "nothing",
  ],
  [
    whole(`(?<from>(?:19|20)?\\d\\d) (?:to |through |thru )?${short("to")}`),
    ({ from, to }) => [startOf(from), endOf(to)],
    "class",
  ],
  [
    whole(`${time("from")} (?:to |through |thru |until |till )?(?:present|now|today)`),
    ({ from }) => [startOf(from), last],
    "nothing",
  ],
  [whole("(?:before|pre) 9 11"), () => [first, 2001], "nothing"],
  [whole("(?:after|since|post) 9 11"), () => [2002, last], "nothing"],
  [whole(`before ${short("to")}`), ({ to }) => [first, startOf(to) - 1], "class"],
  [whole(`after ${short("from")}`), ({ from }) => [endOf(from) + 1, last], "class"],
  [whole(`since ${short("from")}`), ({ from }) => [startOf(from), last], "class"],
  [
    whole(
      // "2010 on active duty" is one year.
      `${time("from")} (?:on$|onward|onwards|and on|(?:and|or) (?:after|later|newer))`,
    ),
    ({ from }) => [startOf(from), last],
    "nothing",
  ],
  [
    whole(`${time("to")} (?:and|or) (?:before|earlier|older)`),
    ({ to }) => [first, endOf(to)],
    "nothing",
  ],
  [
    whole(`(?:before|pre|prior to|(?:earlier|older) than) ${time("to")}`),
    ({ to }) => [first, startOf(to) - 1],
    "nothing",
  ],
  [
    whole(`(?:until|till|through|up to) ${time("to")}`),
    ({ to }) => [first, endOf(to)],
    "nothing",
  ],
  [
    whole(`(?:after|post|(?:later|newer|younger) than) ${time("from")}`),
    ({ from }) => [endOf(from) + 1, last],
    "nothing",
  ],
  [
    whole(`(?:no|not) (?:later|newer|younger) than ${time("to")}`),
    ({ to }) => [first, endOf(to)],
    "nothing",
  ],
  [
    whole(`(?:no|not) (?:earlier|older) than ${time("from")}`),
    ({ from }) => [startOf(from), last],
    "nothing",
  ],
  [whole(`since ${time("from")}`), ({ from }) => [startOf(from), last], "nothing"],
  [
    whole(`(?:(?:within|over|during) )?(?:the )?(?:last|past) (?:${count} years|decade)`),
    ({ count = "10" }) => [yearsAgo(count), last],
    "nothing",
  ],
  [
    whole(
      "(?:recent|recently|newly) (?:grads?|graduates?|graduated|alum|alums|alumni|commissioned|class|classes)" +
        "(?! (?:school|degree|program|student)s?\\b)",
    ),
    () => [yearsAgo("few"), last],
    "nothing",
  ],
  [
    whole(`(?:more than|over|at least) ${count} years ago`),
    ({ count }) => [first, yearsAgo(count)],
    "class",
  ],
  [
    whole(`(?:about |around )?${count} years ago`),
    ({ count }) => [yearsAgo(count), yearsAgo(count)],
    "class",
  ],
  [
    whole(
      "(?:the )?(?:(?<part>early|mid|late) )?(?<decade>(?:19|20)?\\d0s|sixties|seventies|eighties|nineties)",
    ),
    ({ part = "", decade }) => {
      const start = startOf(decade);
      const [before, after] = partsOfDecade[part] ?? [0, 9];
      return [start + before, start + after];
    },
    "nothing",
  ],
];

const partOfDecade = /^(?:early|mid|late)$/;
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
  return startOf(time) + (/^\d+$/.test(time) ? 0 : 9);
}

function nameOf(from: number, to: number): string {
  if (from <= first) return `before ${to + 1}`;
  if (to >= last) return `since ${from}`;
  return from === to ? `of ${from}` : `of ${from} to ${to}`;
}

/** Words of a span that mean little elsewhere: "before" in "before 2000". */
export function wordsInSpans(words: readonly string[]): ReadonlySet<number> {
  const inSpans = new Set<number>();
  for (let at = 0; at < words.length;) {
    const span = yearSpanAt(words, at);
    for (let of = 0; of < (span?.length ?? 0); of++) inSpans.add(at + of);
    at += span?.length ?? 1;
  }
  return inSpans;
}

/** Whether the last word may become a span's year: "before 20". */
export function endsInSpan(words: readonly string[]): boolean {
  return /^\d{1,3}$/.test(words.at(-1) ?? "") && bounds.has(words.at(-2) ?? "");
}

const bounds: ReadonlySet<string> = new Set(
  "after before between post pre since than through till until".split(" "),
);
