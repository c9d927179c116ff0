import { Refusal } from "../errors.ts";
import type { MemberEvent } from "../members/events.ts";
import { isSameJson } from "../members/same-json.ts";
import type { MemberRecord } from "../members/record.ts";
import type { MentoringChanges } from "./commands.ts";
import { isPaused, type Mentoring, mentoringOf } from "./mentoring.ts";
import { capacities } from "./limits.ts";

export function decideMentoring(
  member: MemberRecord,
  wanted: MentoringChanges,
  now: Date,
): MemberEvent[] {
  const before = mentoringOf(member);
  const pausedUntil = wanted.pausedUntil ?? null;
  if (pausedUntil !== null && !isPaused({ pausedUntil }, now)) {
    const message = "Choose a future month";
    throw new Refusal("connection/invalid", message, { pausedUntil: message, pauseUntil: message });
  }
  const changes = Object.entries(wanted).filter(([, value]) => value !== undefined);
  const facts: Mentoring = { ...before, ...Object.fromEntries(changes) };
  if (facts.capacity < capacities.least || facts.capacity > capacities.most) {
    throw new Refusal("connection/invalid", "Check the number of conversations", {
      capacity: `Choose a number from ${capacities.least} to ${capacities.most}`,
    });
  }
  return isSameJson(facts, before) ? [] : [{ type: "MentoringChanged", facts, personal: null }];
}
