import { Refusal } from "../errors.ts";
import type { MemberEvent } from "../members/events.ts";
import type { MemberRecord } from "../members/record.ts";
import type { MentoringWishes } from "./commands.ts";
import { isPaused, type Mentoring, mentoringOf } from "./mentoring.ts";
import { capacities } from "./words.ts";

/** Decides a change of a member's preferences for requests; `[]` if nothing changes. */
export function decideMentoring(
  member: MemberRecord,
  wishes: MentoringWishes,
  now: Date,
): MemberEvent[] {
  const before = mentoringOf(member);
  const pausedUntil = wishes.pausedUntil ?? null;
  if (pausedUntil !== null && !isPaused({ pausedUntil }, now)) {
    const message = "Choose a future month";
    throw new Refusal("connection/invalid", message, { pausedUntil: message, pauseUntil: message });
  }
  const facts: Mentoring = {
    takesRequests: wishes.takesRequests ?? before.takesRequests,
    capacity: wishes.capacity ?? before.capacity,
    pausedUntil: wishes.pausedUntil === undefined ? before.pausedUntil : wishes.pausedUntil,
    wantsReminders: wishes.wantsReminders ?? before.wantsReminders,
  };
  if (facts.capacity < capacities.least || facts.capacity > capacities.most) {
    throw new Refusal("connection/invalid", "Check the number of conversations", {
      capacity: `Choose a number from ${capacities.least} to ${capacities.most}`,
    });
  }
  const isSame = (Object.keys(facts) as (keyof Mentoring)[])
    .every((name) => facts[name] === before[name]);
  return isSame ? [] : [{ type: "MentoringChanged", facts, personal: null }];
}
