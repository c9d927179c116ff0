import { attributionOpenings, attributionVerbs } from "./languages.ts";

/** Programs wrap the line over up to this many lines. */
const mostLines = 4;
const mostLength = 400;

const opening = new RegExp(
  `^(?:(?:${attributionOpenings.join("|")})(?![\\p{Script=Latin}])|20\\d\\d[년年./-])`,
  "u",
);
const verb = new RegExp(
  `(?:^|[^\\p{Script=Latin}])(?:${attributionVerbs.join("|")})(?![\\p{Script=Latin}])`,
  "u",
);
const date = /20\d\d|\d{1,2}[./-]\d{1,2}[./-]\d{2}/;
const time = /\d{1,2}[:h]\d\d/;

/** A line such as "On Mon, Jan 5, 2026 at 1:07 PM Jane Doe <jane@example.com> wrote:". */
export interface Attribution {
  readonly lines: number;
  /** `likely` needs a quote after it, `possible` our letter: it has a time, but no known word. */
  readonly is: "sure" | "likely" | "possible";
}

export function findAttribution(
  textAt: (at: number) => string | undefined,
  at: number,
): Attribution | undefined {
  if (!/(?:[:：]|---)\s*$/.test((textAt(at) ?? "").slice(-20))) return undefined;
  let joined = "";
  let found: Attribution | undefined;
  for (let lines = 1; lines <= mostLines; lines++) {
    const text = textAt(at - lines + 1);
    if (text === undefined || text.trim() === "") break;
    joined = `${text.trim()} ${joined}`;
    if (joined.length > mostLength) break;
    const is = kindOf(joined);
    if (is === undefined) continue;
    const isOpened = opening.test(plainOf(joined));
    // Its beginning may be on a line above.
    if (found === undefined || isOpened || ranks.indexOf(is) > ranks.indexOf(found.is)) {
      found = { lines, is };
    }
    if (isOpened) break;
  }
  return found;
}

const ranks: readonly Attribution["is"][] = ["possible", "likely", "sure"];

function kindOf(joined: string): Attribution["is"] | undefined {
  const hasDate = date.test(joined);
  const hasTime = hasDate && time.test(joined);
  const hasAt = joined.includes("@");
  if (!hasTime && !hasAt && !hasDate) return undefined;
  const plain = plainOf(joined);
  const isOpened = opening.test(plain);
  const hasVerb = verb.test(plain);
  const hasAddress = hasAt && /[<(][^<>@]{1,100}@[^<>@]{1,100}>/.test(plain);
  const isFramed = /^--.*--\s*$/.test(joined);
  const isSure = hasVerb
    ? hasDate && ((hasAddress && (isOpened || hasTime)) || (isOpened && isFramed))
    // In Japanese there is no verb: the line ends with the address.
    : isOpened && hasTime && hasAddress && />\s*[:：]\s*$/.test(plain);
  if (isSure) return "sure";
  const isLikely = (hasVerb && (hasAddress || (isOpened && hasDate))) || (hasTime && hasAt);
  return isLikely ? "likely" : hasTime ? "possible" : undefined;
}

function plainOf(joined: string): string {
  return joined.replaceAll("*", "").replace(/^[-\s]+/, "").toLowerCase();
}
