import { attributionOpenings, attributionVerbs } from "./languages.ts";

/** Programs wrap the line over as many lines. */
const mostLines = 4;
const mostLength = 400;

const opening = new RegExp(
  `^(?:(?:${attributionOpenings.join("|")})(?![\\p{Script=Latin}])|\\d)`,
  "u",
);
const verb = new RegExp(
  `(?:^|[^\\p{Script=Latin}])(?:${attributionVerbs.join("|")})(?![\\p{Script=Latin}])`,
  "u",
);
const date = /20\d\d|\d{1,2}[./-]\d{1,2}[./-]\d{2}/;
const time = /\d{1,2}[:h]\d\d/;

/** A line such as "On Mon, Jan 5, 2026 at 1:00 PM Jane Doe <jane@example.com> wrote:". */
export interface Attribution {
  /** How many lines it has; 0 when there is none. */
  readonly lines: number;
  /** Whether nothing else can be meant. Otherwise what follows has to show that it is quoted. */
  readonly isSure: boolean;
}

const none: Attribution = { lines: 0, isSure: false };

/** Looks for an attribution that ends at line `at`. */
export function findAttribution(
  textAt: (at: number) => string | undefined,
  at: number,
): Attribution {
  if (!/(?:[:：]|---)\s*$/.test((textAt(at) ?? "").slice(-20))) return none;
  let joined = "";
  for (let lines = 1; lines <= mostLines; lines++) {
    const text = textAt(at - lines + 1);
    if (text === undefined || text.trim() === "") return none;
    joined = `${text.trim()} ${joined}`;
    if (joined.length > mostLength) return none;
    if (!date.test(joined) || !time.test(joined)) continue;
    const plain = joined.replaceAll("*", "").replace(/^[-\s]+/, "").toLowerCase();
    const isOpened = opening.test(plain);
    const hasVerb = verb.test(plain);
    const hasAddress = /[<(][^<>@]{1,100}@[^<>@]{1,100}>/.test(plain);
    // In Japanese there is no verb: the line ends with the address.
    const isSure = hasAddress && (hasVerb || (isOpened && />\s*[:：]\s*$/.test(plain)));
    if (isSure || (isOpened && hasVerb) || plain.includes("@")) return { lines, isSure };
  }
  return none;
}
