/** The domain's fixed lists, in the order people see them. Without imports, because browsers load it. */

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

/** Where a new officer serves. */
export const components = ["Active Duty", "Army Reserve", "National Guard"] as const;
export type Component = (typeof components)[number];

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

export const ranks = [...officerRanks, "CDT", ...cadreRanks] as const;

interface RoleTraits {
  readonly label: string;
  readonly plural: string;
  /** Kind of years in the form: class year, or years of service. */
  readonly years: "class" | "service";
  /** Choosing it requires the program's code. */
  readonly isGuarded?: true;
  /** Takes requests for help by default. */
  readonly takesRequests?: true;
  /** The ranks offered to this role: officers' first, then the role's own. */
  readonly ranks: readonly string[];
  /** Cards don't show the rank. */
  readonly hidesRank?: true;
  /** Details that others look for in their profile, most helpful first. */
  readonly lookedFor: readonly LookedFor[];
}

export type LookedFor =
  | "topics"
  | "work"
  | "position"
  | "industry"
  | "location"
  | "bio"
  | "goals"
  | "picture";

export const roleTraits: Readonly<Record<Role, RoleTraits>> = {
  cadet: {
    label: "Cadet",
    plural: "Cadets",
    years: "class",
    ranks: [...officerRanks, "CDT"],
    lookedFor: ["goals", "picture"],
  },
  alumni: {
    label: "Alumni",
    plural: "Alumni",
    takesRequests: true,
    years: "class",
    ranks: officerRanks,
    lookedFor: ["topics", "work", "industry", "location", "bio", "picture"],
  },
  cadre: {
    label: "Cadre",
    plural: "Cadre",
    takesRequests: true,
    years: "service",
    isGuarded: true,
    ranks: [...officerRanks, ...cadreRanks],
    hidesRank: true,
    lookedFor: ["topics", "position", "bio", "picture"],
  },
};

/** The profile form's topics, in its order; a new topic goes here. The stored form of a topic is its label here. */
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

/** The filter panel's first topics, in its order and with its labels; the form's others follow. */
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

/** Filter-panel labels that differ from the stored topic. */
const filterLabels: ReadonlyMap<string, string> = new Map([["BOLC Prep", "BOLC Preparation"]]);
const storedForm: ReadonlyMap<string, string> = new Map(
  [...filterLabels].map(([stored, label]) => [label, stored]),
);

/** The stored topic for either of its labels; other texts are returned unchanged. */
export function canonicalTopic(label: string): string {
  return storedForm.get(label) ?? label;
}

/** The filter panel's label of a stored topic. */
export function topicFilterLabel(topic: string): string {
  return filterLabels.get(topic) ?? topic;
}

/** Every stored topic once: the form's first, then those only in the filter panel. */
export const helpTopics: readonly string[] = unique([
  ...formTopics,
  ...filterTopics.map(canonicalTopic),
]);

/** The same topics in the filter panel's order: its own first, then those only in the form. */
export const helpTopicsInFilterOrder: readonly string[] = unique([
  ...filterTopics.map(canonicalTopic),
  ...formTopics,
]);

/** Parts of a profile that its owner can show or hide, by switch. */
export const privacySwitches = [
  "location",
  "industry",
  "specialty",
  "helpTopics",
  "classYear",
  "formerName",
] as const;
export type PrivacySwitch = (typeof privacySwitches)[number];

/** Switches of a new profile. Events store differences from them, so they never change. */
export const sharedAtFirst: Readonly<Record<PrivacySwitch, boolean>> = {
  location: true,
  industry: true,
  specialty: true,
  helpTopics: true,
  classYear: true,
  formerName: false,
};

function unique(values: readonly string[]): string[] {
  return [...new Set(values)];
}
