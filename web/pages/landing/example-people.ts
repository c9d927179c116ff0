import type { PublicProfile } from "../../../api/contract/profile.ts";

const at = "2026-01-01T00:00:00.000Z";

/** Three made-up people for the cards that show what a directory looks like. */
export const examples: readonly PublicProfile[] = [
  example("Dana", "Whitfield", {
    rank: "MAJ",
    classYear: "2011",
    armyBranch: "Aviation",
    mos: "15A",
    dutyStatus: "Active Duty",
    industry: "Military",
    jobTitle: "Battalion Operations Officer",
    company: "U.S. Army",
    location: "Fort Cavazos, TX",
    helpTopics: ["Branch Selection", "Deployment Prep", "Company Command"],
  }),
  example("Marcus", "Okafor", {
    rank: "CPT",
    classYear: "2015",
    armyBranch: "Corps of Engineers",
    mos: "12A",
    dutyStatus: "Veteran",
    industry: "Energy",
    jobTitle: "Project Manager",
    company: "Lone Star Power",
    location: "Dallas, TX",
    helpTopics: ["Career Transition", "Graduate School", "Financial Planning"],
  }),
  example("Elena", "Reyes", {
    rank: "1LT",
    classYear: "2021",
    armyBranch: "Army Nurse Corps",
    mos: "66H",
    dutyStatus: "Army Reserve",
    industry: "Healthcare",
    jobTitle: "Registered Nurse",
    company: "Hillside Medical Center",
    location: "San Antonio, TX",
    helpTopics: ["BOLC Prep", "Active vs Reserve", "Family Support"],
  }),
];

type Example =
  & Pick<PublicProfile, "rank" | "dutyStatus" | "jobTitle" | "company">
  & Pick<
    PublicProfile,
    "classYear" | "armyBranch" | "mos" | "industry" | "location" | "helpTopics"
  >;

function example(firstName: string, lastName: string, profile: Example): PublicProfile {
  const id = `example-${firstName.toLowerCase()}`;
  const role = "alumni";
  return {
    id,
    userId: id,
    user: { id, firstName, lastName, role, isRoleConfirmed: true, profileImageUrl: null },
    isVisible: true,
    createdAt: at,
    updatedAt: at,
    bio: null,
    armySchools: [],
    previousPositions: [],
    expertise: [],
    contacts: [],
    takesRequests: true,
    ...profile,
  };
}
