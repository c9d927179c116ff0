/**
 * The domain's fixed lists, in the order people see them. Pure values without imports: browsers
 * load this file, too.
 *
 * @module
 */

export const roles = ["cadet", "alumni", "cadre"] as const;
export type Role = (typeof roles)[number];

export const armyBranches = [
  "Adjutant General",
  "Air Defense Artillery",
  "Armor",
  "Aviation",
  "Chemical Corps",
  "Corps of Engineers",
  "Cyber Corps",
  "Field Artillery",
  "Finance",
  "Infantry",
  "Medical Services",
  "Military Intelligence",
  "Military Police",
  "Ordnance",
  "Quartermaster",
  "Signal Corps",
  "Transportation",
  "Army Nurse Corps",
  "Medical Service Corps",
  "Medical Corps",
  "Veterinary Corps",
  "Judge Advocate General",
] as const;

export const dutyStatuses = ["Active Duty", "Army Reserve", "National Guard", "Veteran"] as const;

const officerRanks = ["2LT", "1LT", "CPT", "MAJ", "LTC", "COL", "BG", "MG", "LTG", "GEN"] as const;
const cadreRanks = [
  "WO1",
  "CW2",
  "CW3",
  "CW4",
  "CW5",
  "SGT",
  "SSG",
  "SFC",
  "MSG",
  "1SG",
  "SGM",
  "CSM",
  "CIV",
] as const;

/** Every rank that a stored profile can hold. */
export const ranks = [...officerRanks, "CDT", ...cadreRanks] as const;

interface RoleTraits {
  readonly label: string;
  readonly plural: string;
  /** What people write as their year: that of their class, or the years that they served. */
  readonly years: "class" | "service";
  /** Choosing it asks for the program's code. */
  readonly isGuarded?: true;
  /** Can be asked for help until they say otherwise. */
  readonly takesRequests?: true;
  /** The ranks a person of this role chooses from: the officers' first, then the role's own. */
  readonly ranks: readonly string[];
  /** Cards do not show the rank. */
  readonly hidesRank?: true;
}

/** Traits of roles: all that tells one from another. */
export const roleTraits: Readonly<Record<Role, RoleTraits>> = {
  cadet: {
    label: "Cadet",
    plural: "Cadets",
    years: "class",
    ranks: [...officerRanks, "CDT"],
  },
  alumni: {
    label: "Alumni",
    plural: "Alumni",
    takesRequests: true,
    years: "class",
    ranks: officerRanks,
  },
  cadre: {
    label: "Cadre",
    plural: "Cadre",
    takesRequests: true,
    years: "service",
    isGuarded: true,
    ranks: [...officerRanks, ...cadreRanks],
    hidesRank: true,
  },
};

/** The profile form's topics, in its order. The stored form of a topic is its label here. */
const formTopics = [
  "Branch Selection",
  "BOLC Prep",
  "OML Strategy",
  "Ranger School",
  "Airborne School",
  "SFAS Prep",
  "ROTC Scholarship",
  "Active vs Reserve",
  "Career Transition",
  "Graduate School",
  "Company Command",
  "Battalion Staff",
  "Pentagon Assignment",
  "Deployment Prep",
  "Family Support",
  "Financial Planning",
] as const;

/** The filter panel's topics, in its order and with its labels. */
const filterTopics = [
  "Branch Selection",
  "BOLC Preparation",
  "OML Strategy",
  "Resume Review",
  "Career Transition",
  "PCS Tips",
  "Interview Prep",
  "Networking",
  "Graduate School",
  "Security Clearance",
  "Ranger School",
  "Airborne School",
  "Captains Career Course",
] as const;

/** Labels that the filter panel has for a topic which is stored under another one. */
const filterLabels: ReadonlyMap<string, string> = new Map([["BOLC Prep", "BOLC Preparation"]]);
const storedForm: ReadonlyMap<string, string> = new Map(
  [...filterLabels].map(([stored, label]) => [label, stored]),
);

/** The topic as it is stored, for either of its labels; other texts come back as they are. */
export function canonicalTopic(label: string): string {
  return storedForm.get(label) ?? label;
}

/** What the filter panel calls a stored topic. */
export function topicFilterLabel(topic: string): string {
  return filterLabels.get(topic) ?? topic;
}

/** Every stored topic once: the form's 16 first, then those that only the filter panel names. */
export const helpTopics: readonly string[] = unique([
  ...formTopics,
  ...filterTopics.map(canonicalTopic),
]);

/** The same topics in the filter panel's order: its 13 first, then those that only the form names. */
export const helpTopicsInFilterOrder: readonly string[] = unique([
  ...filterTopics.map(canonicalTopic),
  ...formTopics,
]);

/** The parts of a profile that its owner can keep from others, by switch. */
export const privacySwitches = [
  "location",
  "industry",
  "specialty",
  "helpTopics",
  "classYear",
] as const;
export type PrivacySwitch = (typeof privacySwitches)[number];

function unique(values: readonly string[]): string[] {
  return [...new Set(values)];
}
