import { helpTopics, type Role, roles } from "../../vocabulary.ts";
import { createByteCodes, notRemembered } from "./byte-codes.ts";
import { createCodes } from "./codes.ts";
import { textIn } from "./event-lines.ts";

/** What an event's facts say, in codes; which of them do depends on the event's type. */
export interface Facts {
  role: number;
  previousRole: number;
  classYear: number;
  rank: number;
  branch: number;
  dutyStatus: number;
  industry: number;
  region: number;
  isAccepted: number;
  /** Days within which a request was answered. */
  waited: number;
  helped: number;
  endedBy: number;
  takesRequests: number;
  pausedUntil: number;
  /** One bit for each help topic. */
  topics: number;
}

/** Instead of a code: the facts do not say it. */
export const notSaid = -1;

/** 0 is nobody's: no role chosen yet. */
export const roleCodes = createCodes<Role | null>([null, ...roles]);
export const noRole = 0;

export type FactCodes = ReturnType<typeof createFactCodes>;

/**
 * The values that the codes stand for.
 *
 * @param topics Ids of the help topics that the program has.
 */
export function createFactCodes(topics: readonly string[] = helpTopics) {
  return {
    role: roleCodes,
    previousRole: roleCodes,
    classYear: createCodes<string | null>([null]),
    rank: createCodes<string | null>([null]),
    branch: createCodes<string | null>([null]),
    dutyStatus: createCodes<string | null>([null]),
    industry: createCodes<string | null>([null]),
    region: createCodes<string | null>([null]),
    isAccepted: createCodes<boolean>([false, true]),
    waited: createCodes<string>([]),
    helped: createCodes<string>([]),
    endedBy: createCodes<string>([]),
    takesRequests: createCodes<boolean>([false, true]),
    pausedUntil: createCodes<string | null>([null]),
    topic: createCodes<string>(topics),
  };
}

/** What stands in JSON under which name. */
const factOf: ReadonlyMap<string, Exclude<keyof Facts, "topics">> = new Map([
  ["role", "role"],
  ["previousRole", "previousRole"],
  ["classYears", "classYear"],
  ["rank", "rank"],
  ["armyBranch", "branch"],
  ["dutyStatus", "dutyStatus"],
  ["industryCode", "industry"],
  ["regionCode", "region"],
  ["isAccepted", "isAccepted"],
  ["waited", "waited"],
  ["helped", "helped"],
  ["by", "endedBy"],
  ["takesRequests", "takesRequests"],
  ["pausedUntil", "pausedUntil"],
]);

/** Lists of help topics: those of a profile, and those of a request. */
const topicLists: ReadonlySet<string> = new Set(["helpTopics", "topics"]);

export interface FactsReader {
  /** The facts in these bytes, canonical JSON. They hold until the next ones are read. */
  read(json: DataView, from: number, to: number): Facts;
}

/** Texts up to this long are remembered whole: most are a few that come again and again. */
const shortText = 64;

/** Makes no string of what it has seen before: names and values are few, and known by their bytes. */
export function createFactsReader(codes: FactCodes): FactsReader {
  const facts = nothingSaid();
  const shortFacts = createReading((json, from) => ({ ...readNew(json, from) }));
  /** By a name with its value; nothing under names that no statistic looks at. */
  const saidBy = createReading((json, from, to) => {
    const [[name, value] = []] = Object.entries(JSON.parse(`{${textIn(json, from, to)}}`));
    const fact = factOf.get(name ?? "");
    return fact && { fact, code: codes[fact].of(value as never) };
  });
  const isTopics = createReading((json, from, to) =>
    topicLists.has(JSON.parse(textIn(json, from, to)))
  );
  const topicOf = createReading((json, from, to) =>
    topicBit(JSON.parse(textIn(json, from, to)), codes)
  );

  function noteTopics(json: DataView, from: number) {
    let set = 0;
    for (let at = from + 1; json.getUint8(at) === quote;) {
      const end = endOfString(json, at);
      set |= topicOf(json, at, end);
      at = end + 1;
    }
    // No set is a negative number.
    facts.topics = set >>> 0;
  }

  function readNew(json: DataView, from: number): Facts {
    forget(facts);
    for (let at = from; json.getUint8(at + 1) === quote;) {
      const end = endOfValue(json, at + 1);
      // Lists are too many to remember.
      if (json.getUint8(end - 1) === closingBracket) {
        const nameEnd = endOfString(json, at + 1);
        if (isTopics(json, at + 1, nameEnd)) noteTopics(json, nameEnd + 1);
      } else {
        const said = saidBy(json, at + 1, end);
        if (said !== undefined) note(facts, said);
      }
      if (json.getUint8(end) !== comma) break;
      at = end;
    }
    return facts;
  }

  return {
    read: (json, from, to) =>
      to - from > shortText ? readNew(json, from) : shortFacts(json, from, to),
  };
}

interface Said {
  readonly fact: Exclude<keyof Facts, "topics">;
  readonly code: number;
}

/** Each by its name: to store by a name that changes takes several times as long. */
function note(facts: Facts, { fact, code }: Said): void {
  switch (fact) {
    case "role":
      facts.role = code;
      return;
    case "previousRole":
      facts.previousRole = code;
      return;
    case "classYear":
      facts.classYear = code;
      return;
    case "rank":
      facts.rank = code;
      return;
    case "branch":
      facts.branch = code;
      return;
    case "dutyStatus":
      facts.dutyStatus = code;
      return;
    case "industry":
      facts.industry = code;
      return;
    case "region":
      facts.region = code;
      return;
    case "isAccepted":
      facts.isAccepted = code;
      return;
    case "waited":
      facts.waited = code;
      return;
    case "helped":
      facts.helped = code;
      return;
    case "endedBy":
      facts.endedBy = code;
      return;
    case "takesRequests":
      facts.takesRequests = code;
      return;
    case "pausedUntil":
      facts.pausedUntil = code;
      return;
  }
}

/** As many as this are remembered. */
const maxReadings = 4096;

/** Reads what bytes mean, and knows it by them from then on. */
function createReading<Meaning>(mean: (json: DataView, from: number, to: number) => Meaning) {
  const known = createByteCodes(maxReadings);
  const meanings: Meaning[] = [];
  return (json: DataView, from: number, to: number): Meaning => {
    const code = known.of(json, from, to);
    if (code === notRemembered) return mean(json, from, to);
    if (code === meanings.length) meanings.push(mean(json, from, to));
    return meanings[code] as Meaning;
  };
}

function topicBit(topic: string, codes: FactCodes): number {
  const code = codes.topic.of(topic);
  if (code > 31) throw new RangeError("The report counts at most 32 help topics");
  return 1 << code;
}

/** Facts that say nothing. */
export function nothingSaid(): Facts {
  const facts = {} as Facts;
  forget(facts);
  return facts;
}

function forget(facts: Facts): void {
  facts.role = notSaid;
  facts.previousRole = notSaid;
  facts.classYear = notSaid;
  facts.rank = notSaid;
  facts.branch = notSaid;
  facts.dutyStatus = notSaid;
  facts.industry = notSaid;
  facts.region = notSaid;
  facts.isAccepted = notSaid;
  facts.waited = notSaid;
  facts.helped = notSaid;
  facts.endedBy = notSaid;
  facts.takesRequests = notSaid;
  facts.pausedUntil = notSaid;
  facts.topics = notSaid;
}

/** Where what follows the string begins. */
function endOfString(json: DataView, from: number): number {
  for (let at = from + 1;; at++) {
    const byte = json.getUint8(at);
    if (byte === quote) return at + 1;
    if (byte === backslash) at += 1;
  }
}

/** Where what follows the value begins: a comma, or the end of what it is part of. */
function endOfValue(json: DataView, from: number): number {
  let depth = 0;
  for (let at = from;; at++) {
    const byte = json.getUint8(at);
    if (byte === quote) at = endOfString(json, at) - 1;
    else if (byte === openingBracket || byte === openingBrace) depth += 1;
    else if (depth === 0) {
      if (byte === comma || byte === closingBrace) return at;
    } else if (byte === closingBracket || byte === closingBrace) depth -= 1;
  }
}

const quote = '"'.charCodeAt(0);
const backslash = "\\".charCodeAt(0);
const comma = ",".charCodeAt(0);
const openingBracket = "[".charCodeAt(0);
const closingBracket = "]".charCodeAt(0);
const openingBrace = "{".charCodeAt(0);
const closingBrace = "}".charCodeAt(0);
