import { isPaused } from "../connections/mentoring.ts";
import { invitationBy } from "../invitations/invitation.ts";
import type { MemberEvent } from "../members/events.ts";
import { sharedAtFirst } from "../vocabulary.ts";
import { type SharedFields } from "../members/profile.ts";
import { type Role, roleTraits } from "../vocabulary.ts";

type FactsOf<T extends MemberEvent["type"]> = Extract<MemberEvent, { readonly type: T }>["facts"];

interface ProfileFacts extends FactsOf<"ProfileCreated"> {
  readonly isVisible: boolean;
  readonly shared: SharedFields;
  /** Time of the last change of details. */
  readonly changedAtMs: number;
}

export interface Person {
  readonly registeredAtMs: number;
  role: Role | null;
  admission: "in" | "waiting" | "refused";
  isSuspended: boolean;
  hasDied: boolean;
  isInvited: boolean;
  isAskingClosed: boolean;
  profile: ProfileFacts | null;
  hasHadProfile: boolean;
  mentoring: Pick<FactsOf<"MentoringChanged">, "takesRequests" | "pausedUntil"> | null;
}

/** Everyone with an account, by id. */
export type People = ReadonlyMap<string, Person>;

/** An event of the log in its current shape, without its sealed part. */
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

type Effects = {
  readonly [T in MemberEvent["type"]]?: (
    event: Extract<LoggedEvent, { readonly type: T }>,
    person: Person,
  ) => Partial<Person>;
};

/** Changes of a member's clear facts by an event, like `evolve`. */
const effects: Effects = {
  RoleSelected: ({ facts }) => ({ role: facts.role }),
  AdmissionRequested: () => ({ admission: "waiting" }),
  MemberAdmitted: () => ({ admission: "in" }),
  MemberRefused: () => ({ admission: "refused" }),
  MemberSuspended: () => ({ isSuspended: true }),
  MemberUnsuspended: () => ({ isSuspended: false }),
  DeathRecorded: () => ({ hasDied: true }),
  DeathUndone: () => ({ hasDied: false }),
  EmailVerified: () => ({ isInvited: false }),
  PasswordReset: () => ({ isInvited: false }),
  AskingClosed: () => ({ isAskingClosed: true }),
  AskingOpened: () => ({ isAskingClosed: false }),
  MentoringChanged: ({ facts }) => ({ mentoring: facts }),
  ProfileCreated: ({ facts, atMs }) => ({
    profile: { ...facts, isVisible: true, shared: sharedAtFirst, changedAtMs: atMs },
    hasHadProfile: true,
  }),
  ProfileDeleted: () => ({ profile: null }),
  ProfileChanged: ({ facts: { changed: _, ...facts }, atMs }, person) =>
    withProfile(person, { ...facts, changedAtMs: atMs }),
  ProfileShown: (_, person) => withProfile(person, { isVisible: true }),
  ProfileHidden: (_, person) => withProfile(person, { isVisible: false }),
  PrivacyChanged: ({ facts }, person) => withProfile(person, { shared: facts.shared }),
};

/** @param person The member before the event. */
export function applyEvent(
  people: Map<string, Person>,
  event: LoggedEvent,
  person: Person | undefined,
): void {
  if (event.type === "MemberRegistered") people.set(event.memberId, registered(event));
  else if (event.type === "MemberErased") people.delete(event.memberId);
  else if (person !== undefined) {
    const effect = effects[event.type] as
      | ((event: LoggedEvent, person: Person) => Partial<Person>)
      | undefined;
    Object.assign(person, effect?.(event, person));
  }
}

function withProfile({ profile }: Person, changes: Partial<ProfileFacts>): Partial<Person> {
  return { profile: profile && { ...profile, ...changes } };
}

function registered(
  { memberId, actorId, atMs, facts }: Extract<LoggedEvent, { type: "MemberRegistered" }>,
): Person {
  return {
    registeredAtMs: atMs,
    role: facts.role,
    admission: "in",
    isSuspended: false,
    hasDied: false,
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

/** Whether they can see the directory and appear in it. */
export function isIn(
  { admission, isSuspended, hasDied }: Pick<Person, "admission" | "isSuspended" | "hasDied">,
) {
  return admission === "in" && !isSuspended && !hasDied;
}

/** Every listed profile as members see it. Groups count no other profile data. */
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

export function helpersIn(profiles: readonly ShownProfile[]): ShownProfile[] {
  return profiles.filter(({ role, topics }) => role === "alumni" && topics.length > 0);
}

export function mentoringAt(
  { mentoring, role }: Person,
  atMs: number,
): "taking" | "paused" | "not taking" {
  const takes = mentoring?.takesRequests ?? (role !== null && roleTraits[role].takesRequests);
  if (!takes) return "not taking";
  return mentoring !== null && isPaused(mentoring, new Date(atMs)) ? "paused" : "taking";
}
