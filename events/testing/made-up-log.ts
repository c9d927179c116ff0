/**
 * A made-up log of any length: the same seed gives the same events. Its people don't exist. Its
 * proportions are those of a program's directory over ten years.
 *
 * @module
 */
import type { Json } from "../store/event-log.ts";
import { armyBranches, dutyStatuses, helpTopics, ranks, roles } from "../vocabulary.ts";
import { createRandom, type Random } from "./random.ts";

export interface MadeUpEvent {
  readonly memberId: string;
  readonly type: string;
  readonly facts: Json;
  readonly atMs: number;
}

interface MadeUpMember {
  readonly memberId: string;
  role: string | null;
  hasProfile: boolean;
  isVisible: boolean;
}

const recentMembers = 1500;
/** No program has more members: a longer log covers more years. */
const mostMembers = 100_000;
const startMs = Date.UTC(2016, 9, 1);
const endMs = Date.UTC(2026, 6, 1);
const industries = ["defense", "technology", "finance", "health", "education", "consulting", null];
const regions = ["US-TX", "US-VA", "US-CA", "US-NC", "US-GA", "US-CO", "US-KS", "other", null];

/** Generates this many events in order of time. */
export function* makeUpLog(
  { events, seed }: { readonly events: number; readonly seed: number },
): Generator<MadeUpEvent> {
  const random = createRandom(seed);
  const present: MadeUpMember[] = [];
  const stepMs = (endMs - startMs) / events;
  for (let made = 0; made < events; made++) {
    const atMs = Math.floor(startMs + made * stepMs);
    if (present.length === 0 || (present.length < mostMembers && random.chance(0.12))) {
      const member = newMember(random);
      present.push(member);
      yield {
        memberId: member.memberId,
        type: "MemberRegistered",
        facts: { role: member.role },
        atMs,
      };
      continue;
    }
    // Most events are about recent members.
    const recent = Math.min(present.length, random.chance(0.7) ? recentMembers : present.length);
    const place = present.length - 1 - random.int(recent);
    const member = present[place] as MadeUpMember;
    const happening = next(random, member);
    if (happening.type === "MemberErased") {
      present[place] = present.at(-1) as MadeUpMember;
      present.pop();
    }
    yield { memberId: member.memberId, ...happening, atMs };
  }
}

function newMember(random: Random): MadeUpMember {
  return {
    memberId: random.uuid(),
    role: random.chance(0.3) ? null : random.pick(roles),
    hasProfile: false,
    isVisible: false,
  };
}

function next(random: Random, member: MadeUpMember): { type: string; facts: Json } {
  if (member.role === null || random.chance(0.02)) {
    const previousRole = member.role;
    member.role = previousRole === "cadet" ? "alumni" : random.pick(roles);
    return { type: "RoleSelected", facts: { role: member.role, previousRole } };
  }
  if (!member.hasProfile) {
    if (random.chance(0.3)) return { type: "EmailVerified", facts: {} };
    member.hasProfile = true;
    member.isVisible = true;
    return { type: "ProfileCreated", facts: profileFacts(random) };
  }
  const draw = random.int(100);
  if (draw < 60) return { type: "ProfileChanged", facts: changedFacts(random) };
  if (draw < 70) {
    member.isVisible = !member.isVisible;
    return { type: member.isVisible ? "ProfileShown" : "ProfileHidden", facts: {} };
  }
  if (draw < 78) return { type: "AccountDetailsChanged", facts: { changed: ["email"] } };
  if (draw < 86) return { type: "ProfileImageChanged", facts: {} };
  if (draw < 90) return { type: "PasswordReset", facts: {} };
  if (draw < 92) return { type: "MentoringChanged", facts: mentoringFacts(random) };
  if (draw < 96) return { type: "PrivacyChanged", facts: { shared: sharedFacts(random) } };
  if (draw < 98) {
    member.hasProfile = false;
    return { type: "ProfileDeleted", facts: {} };
  }
  return { type: "MemberErased", facts: { lastRole: member.role, lastClassYears: null } };
}

function profileFacts(random: Random) {
  return {
    classYears: String(2030 - random.int(40)),
    rank: random.pick(ranks),
    armyBranch: random.pick(armyBranches),
    dutyStatus: random.chance(0.2) ? null : random.pick(dutyStatuses),
    industryCode: random.pick(industries),
    regionCode: random.pick(regions),
    helpTopics: helpTopics.filter(() => random.chance(0.12)),
  };
}

/** Most changes are of sealed texts, of which only the field's name is clear. */
function changedFacts(random: Random): Json {
  const draw = random.int(10);
  if (draw < 6) return { changed: ["jobTitle", "company"] };
  if (draw < 8) return { changed: ["rank"], rank: random.pick(ranks) };
  if (draw < 9) return { changed: ["location"], regionCode: random.pick(regions) };
  return { changed: ["helpTopics"], helpTopics: helpTopics.filter(() => random.chance(0.15)) };
}

function mentoringFacts(random: Random) {
  return {
    takesRequests: random.chance(0.8),
    capacity: 1 + random.int(10),
    pausedUntil: random.pick([null, null, "resumed", "2024-06", "2027-01"]),
    wantsReminders: true,
  };
}

function sharedFacts(random: Random) {
  return {
    location: random.chance(0.5),
    industry: random.chance(0.5),
    specialty: true,
    helpTopics: true,
    classYear: random.chance(0.5),
  };
}
