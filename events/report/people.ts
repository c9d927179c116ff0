import { isPaused } from "../connections/mentoring.ts";
import { invitationBy } from "../invitations/invitation.ts";
import type { MemberEvent } from "../members/events.ts";
import { type PrivacySwitch, type Role, roleTraits } from "../vocabulary.ts";

type FactsOf<T extends MemberEvent["type"]> = Extract<MemberEvent, { readonly type: T }>["facts"];
type Shared = Readonly<Record<PrivacySwitch, boolean>>;

interface ProfileFacts extends FactsOf<"ProfileCreated"> {
  isVisible: boolean;
  shared: Shared;
  /** When the details were last changed. */
  changedAtMs: number;
}

/** A member's clear facts at one point of the log. */
export interface Person {
  readonly registeredAtMs: number;
  role: Role | null;
  admission: "in" | "waiting" | "refused";
  /** Suspended by an operator, whatever else was decided. */
  isSuspended: boolean;
  /** Whether they haven't answered an invitation. */
  isInvited: boolean;
  isAskingClosed: boolean;
  profile: ProfileFacts | null;
  hasHadProfile: boolean;
  /** Their preferences for requests; `null` for their role's default. */
  mentoring: Pick<FactsOf<"MentoringChanged">, "takesRequests" | "pausedUntil"> | null;
}

/** Everyone with an account, by id. */
export type People = ReadonlyMap<string, Person>;

/** An event of the log in today's shape, without its sealed part. */
export type LoggedEvent = {
  readonly [T in MemberEvent["type"]]: {
    readonly type: T;
    readonly memberId: string;
    readonly actorId: string;
    readonly position: number;
    readonly atMs: number;
    readonly facts: FactsOf<T>;
  };
}[MemberEvent["type"]];

const allShared: Shared = {
  location: true,
  industry: true,
  specialty: true,
  helpTopics: true,
  classYear: true,
};

/**
 * Applies an event to a member's clear facts, like `evolve`.
 *
 * @param person The member before it.
 */
export function learn(
  people: Map<string, Person>,
  event: LoggedEvent,
  person: Person | undefined,
): void {
  if (event.type === "MemberRegistered") {
    people.set(event.memberId, registered(event));
    return;
  }
  if (person === undefined) return;
  switch (event.type) {
    case "MemberErased":
      people.delete(event.memberId);
      return;
    case "RoleSelected":
      person.role = event.facts.role;
      return;
    case "AdmissionRequested":
      person.admission = "waiting";
      return;
    case "MemberAdmitted":
      person.admission = "in";
      return;
    case "MemberRefused":
      person.admission = "refused";
      return;
    case "MemberSuspended":
    case "MemberUnsuspended":
      person.isSuspended = event.type === "MemberSuspended";
      return;
    case "EmailVerified":
    case "PasswordReset":
      person.isInvited = false;
      return;
    case "AskingClosed":
    case "AskingOpened":
      person.isAskingClosed = event.type === "AskingClosed";
      return;
    case "MentoringChanged":
      person.mentoring = event.facts;
      return;
    case "ProfileCreated":
      person.profile = {
        ...event.facts,
        isVisible: true,
        shared: allShared,
        changedAtMs: event.atMs,
      };
      person.hasHadProfile = true;
      return;
    case "ProfileDeleted":
      person.profile = null;
      return;
    default:
      if (person.profile !== null) change(person.profile, event);
  }
}

function change(profile: ProfileFacts, event: LoggedEvent): void {
  switch (event.type) {
    case "ProfileChanged": {
      const { changed: _, ...facts } = event.facts;
      Object.assign(profile, facts);
      profile.changedAtMs = event.atMs;
      return;
    }
    case "ProfileShown":
    case "ProfileHidden":
      profile.isVisible = event.type === "ProfileShown";
      return;
    case "PrivacyChanged":
      profile.shared = event.facts.shared;
  }
}

function registered(
  { memberId, actorId, atMs, facts }: Extract<LoggedEvent, { type: "MemberRegistered" }>,
): Person {
  return {
    registeredAtMs: atMs,
    role: facts.role,
    admission: "in",
    isSuspended: false,
    isInvited: invitationBy({ memberId, actorId, at: "" }) !== null,
    isAskingClosed: false,
    profile: null,
    hasHadProfile: false,
    mentoring: null,
  };
}

export function ofRole<P extends Person>(people: Iterable<P>, role: Role | null): P[] {
  return [...people].filter((one) => one.role === role);
}

/** Clear facts of a profile that other members see; empty if hidden. */
export interface ShownProfile {
  readonly role: Role | null;
  readonly classYear: string;
  readonly rank: string;
  readonly branch: string;
  readonly dutyStatus: string;
  readonly industry: string;
  readonly region: string;
  readonly topics: readonly string[];
}

/** Whether they see others, and are seen. */
export function isIn({ admission, isSuspended }: Pick<Person, "admission" | "isSuspended">) {
  return admission === "in" && !isSuspended;
}

/**
 * Every listed profile as members see it, by the same switches as `members/privacy.ts`. Nothing else of a
 * profile is counted by group.
 */
export function shownProfiles(people: People): ShownProfile[] {
  const shown: ShownProfile[] = [];
  for (const person of people.values()) {
    const { profile, role } = person;
    if (profile === null || !profile.isVisible || !isIn(person)) continue;
    const { shared, classYears } = profile;
    shown.push({
      role,
      // A class is a single year; years of service aren't one.
      classYear: shared.classYear && classYears?.length === 4 ? classYears : "",
      // Cards don't show every role's rank.
      rank: role !== null && roleTraits[role].hidesRank ? "" : profile.rank,
      branch: shared.specialty ? profile.armyBranch : "",
      dutyStatus: profile.dutyStatus ?? "",
      industry: shared.industry ? profile.industryCode ?? "" : "",
      region: shared.location ? profile.regionCode ?? "" : "",
      topics: shared.helpTopics ? profile.helpTopics : [],
    });
  }
  return shown;
}

/** Alumni who offer a help topic. */
export function helpersIn(profiles: readonly ShownProfile[]): ShownProfile[] {
  return profiles.filter(({ role, topics }) => role === "alumni" && topics.length > 0);
}

/** Whether a member takes requests at a time. */
export function mentoringAt(
  { mentoring, role }: Person,
  atMs: number,
): "taking" | "paused" | "not taking" {
  const takes = mentoring?.takesRequests ?? (role !== null && roleTraits[role].takesRequests);
  if (!takes) return "not taking";
  return mentoring !== null && isPaused(mentoring, new Date(atMs)) ? "paused" : "taking";
}
