import { helpedAnswers, waits } from "../../connections/vocabulary.ts";
import { createRandom } from "../../testing/random.ts";
import { armyBranches, components, helpTopics, roles } from "../../vocabulary.ts";
import { makeUpLog } from "../../testing/made-up-log.ts";
import type { Past } from "./given.ts";

/** Some hundred events of made-up people. */
export function randomHistory(seed: number, events: number): Past[] {
  return [...makeUpLog({ events, seed })]
    .map(({ memberId, type, facts, atMs }) => ({
      who: memberId,
      at: atMs,
      type,
      facts: facts as object,
    }));
}

/** Adds cadets who commission; some undo it or confirm again. */
export function withCommissions(history: readonly Past[], seed: number): Past[] {
  const random = createRandom(seed);
  const cadets = new Set<string>();
  return history.flatMap((past) => {
    const { who, type, facts, at } = past;
    const { role } = { ...facts } as { role?: string | null };
    if (role !== undefined) cadets[role === "cadet" ? "add" : "delete"](who);
    if (type === "MemberErased") cadets.delete(who);
    if (!cadets.has(who) || !random.chance(0.3)) return [past];
    const commission = {
      branch: random.pick(armyBranches.slice(0, 6)),
      component: random.pick(components),
      ...{ classYear: "2020", rank: "2LT" },
    };
    const undone = random.chance(0.2) ? [{ who, at, type: "CommissioningUndone", facts: {} }] : [];
    return [past, { who, at, type: "Commissioned", facts: commission }, ...undone];
  });
}

/** Requests of each week of three cycles, as the service counts them. */
export function randomDays(seed: number) {
  const random = createRandom(seed);
  const some = (names: readonly string[]) =>
    Object.fromEntries(
      names.filter(() => random.chance(0.2)).map((name) => [name, 1 + random.int(4)]),
    );
  return Array.from({ length: 156 }, (_, week) => ({
    day: new Date(Date.UTC(2017, 9, 1 + 7 * week)).toISOString().slice(0, 10),
    asked: some(roles),
    topics: some(helpTopics),
    branches: some(["", ...armyBranches]),
    regions: some(["", "US-TX", "US-VA", "other"]),
    accepted: some(waits),
    declined: some(waits),
    acceptedTopics: some(helpTopics),
    answeredBy: { alumni: some(["accepted", "declined"]) },
    withdrawn: random.int(3),
    expired: random.int(3),
    ended: random.int(3),
    feedback: some(helpedAnswers),
    askers: some(roles),
    reached: some(roles),
  }));
}
