/**
 * Attack on a stolen log: matches answers with the people who asked, from clear columns alone.
 *
 * @module
 */
import { dayMs, startOfDay } from "../../log/day.ts";
import { waitOf } from "../decide.ts";
import { isSameJson } from "../../members/same-json.ts";
import type { MadeUpPerson, MadeUpProgram, StolenRow } from "./made-up-program.ts";

export interface Joined {
  readonly answers: number;
  /** For how many of them someone is named with better than even odds. */
  readonly named: number;
  /** How many of these are right. */
  readonly right: number;
}

const longestMs = 15 * dayMs;
const typicalMs = 2 * dayMs;

/** @param rows In the order of the log; those of the program's history first, one for each. */
export function joinAnswers(
  rows: readonly StolenRow[],
  { people, history }: MadeUpProgram,
): Joined {
  const byId = new Map(people.map((person) => [person.memberId, person]));
  const counts = rows.filter(({ type }) => type === "RequestsCounted");
  const countsAt = new Map(counts.map((row) => [row.atMs, row]));
  const requests = rows.flatMap((row, at) =>
    row.type === "ConnectionRequested" ? [{ row, at, askers: askersOf(row, at) }] : []
  );
  const trust = trustIn(rows, history);

  /** Who may have asked: named by the stream, or the member who did something clear just before, or anyone of a role. */
  function askersOf({ stream, atMs }: StolenRow, at: number) {
    if (byId.has(stream)) return { before: undefined, named: stream, others: 0 };
    const before = rows[at - 1];
    const counted = countsAt.get(startOfDay(atMs) + dayMs);
    const roles = Object.keys(counted?.facts.asked ?? {});
    const others =
      people.filter(({ role }) => counted === undefined || roles.includes(role)).length;
    return {
      before: before && byId.has(before.stream) ? before : undefined,
      named: undefined,
      others,
    };
  }

  let [answers, named, right, first] = [0, 0, 0, 0];
  for (const [at, row] of rows.entries()) {
    if (row.type !== "ConnectionAnswered") continue;
    answers += 1;
    const odds = new Map<string, number>();
    let whole = 0;
    while (row.atMs - (requests[first]?.row.atMs ?? Infinity) > longestMs) first += 1;
    for (const request of requests.slice(first)) {
      if (request.at > at) break;
      if (!mayBeOne(request.row, row, byId.get(row.stream))) continue;
      const weight = Math.exp(-(row.atMs - request.row.atMs) / typicalMs);
      whole += weight;
      const { named, before, others } = request.askers;
      const add = (memberId: string, share: number) =>
        odds.set(memberId, (odds.get(memberId) ?? 0) + weight * share);
      if (named !== undefined) add(named, 1);
      else if (before !== undefined) add(before.stream, Math.max(trust, 1 / Math.max(1, others)));
      else if (others === 1) add("the only one", 1);
    }
    const [best] = [...odds].toSorted(([, one], [, other]) => other - one);
    if (best === undefined || best[1] <= whole / 2) continue;
    named += 1;
    if (best[0] === history[at]?.askerId) right += 1;
  }
  return { answers, named, right };
}

/** How often the member who did something clear just before a request has made it: the attacker knows even that. */
function trustIn(rows: readonly StolenRow[], history: MadeUpProgram["history"]): number {
  let [all, own] = [0, 0];
  for (const [at, { type }] of rows.entries()) {
    const before = history[at - 1];
    if (type !== "ConnectionRequested" || before?.event.type !== "ProfileChanged") continue;
    all += 1;
    if (before.memberId === history[at]?.memberId) own += 1;
  }
  return own / Math.max(1, all);
}

/** Whether nothing clear speaks against it that an answer is to a request. */
function mayBeOne(
  { atMs, facts: asked }: StolenRow,
  { atMs: answeredMs, facts: said }: StolenRow,
  mentor: MadeUpPerson | undefined,
): boolean {
  if (said.waited !== undefined && said.waited !== waitOf(answeredMs - atMs)) return false;
  if (said.topics !== undefined && !isSameJson(said.topics, asked.topics)) return false;
  if (mentor === undefined || asked.askedRole === undefined) return true;
  return asked.askedRole === mentor.role && asked.armyBranch === mentor.facts.armyBranch &&
    asked.regionCode === mentor.facts.regionCode;
}
