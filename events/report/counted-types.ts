import type { MemberEventType } from "../members/events.ts";

/**
 * What statistics look at in an event of each type: its facts, that it happened, or nothing. The
 * frequent types come first, since SQL compares with one after the other.
 */
const seenOf: Readonly<Record<MemberEventType, "facts" | "happening" | "nothing">> = {
  ProfileChanged: "facts",
  MemberRegistered: "facts",
  ProfileCreated: "facts",
  RoleSelected: "facts",
  ProfileHidden: "happening",
  ProfileShown: "happening",
  ProfileDeleted: "happening",
  MemberErased: "happening",
  AccountDetailsChanged: "nothing",
  ProfileImageChanged: "nothing",
  PasswordReset: "nothing",
  PrivacyChanged: "nothing",
  EmailVerified: "nothing",
};

export const typesWithFacts = typesSeenFor("facts");
export const uncountedTypes = typesSeenFor("nothing");
/** Those with facts first. */
export const countedTypes = [...typesWithFacts, ...typesSeenFor("happening")];

/** The letters that stand for counted types in a page, in their order. */
export const letters = countedTypes.map((_, at) => String.fromCharCode(firstLetter() + at));

/** The type that a letter stands for, by its character code. */
export function typeOfLetter(code: number): MemberEventType {
  const type = countedTypes[code - firstLetter()];
  if (type === undefined) throw new RangeError(`No type has the letter ${code}`);
  return type;
}

function firstLetter(): number {
  return "A".charCodeAt(0);
}

function typesSeenFor(what: "facts" | "happening" | "nothing"): readonly MemberEventType[] {
  return (Object.keys(seenOf) as MemberEventType[]).filter((type) => seenOf[type] === what);
}
