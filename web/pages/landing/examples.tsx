import { Heading, Text } from "@radix-ui/themes";
import type { CardProfile } from "../../islands/directory/card-fields.ts";
import { ProfileCard } from "../../islands/directory/profile-card.tsx";

interface ExamplesProps {
  /** Number of people in the directory, in tens; `undefined` if it isn't shown. */
  readonly people?: number | undefined;
}

/** Cards of a directory with made-up people, for visitors who can't see the directory. */
export function Examples({ people }: ExamplesProps) {
  return (
    <section className="shell-column blurbs examples" aria-labelledby="examples-title">
      <Heading as="h2" size="6" id="examples-title">What the directory looks like</Heading>
      {people !== undefined && (
        <Text as="p" className="examples-count lead">
          <strong>{people.toLocaleString("en-US")}+</strong> people are in the directory
        </Text>
      )}
      <figure className="examples-figure stack gap-4">
        <figcaption className="quiet">
          The people on these cards are made up. Each card says who someone is and what they can
          help with.
        </figcaption>
        {/* Decorative: neither interactive nor read aloud. */}
        <div className="examples-cards columns" inert>
          {examples.map((profile) => <ProfileCard key={profile.userId} profile={profile} />)}
        </div>
      </figure>
    </section>
  );
}

export const examples: readonly CardProfile[] = [
  example("Dana", "Whitfield", {
    rank: "MAJ",
    classYear: "2011",
    armyBranch: "Aviation",
    mos: "15A",
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
    industry: "Healthcare",
    jobTitle: "Registered Nurse",
    company: "Hillside Medical Center",
    location: "San Antonio, TX",
    helpTopics: ["BOLC Prep", "Active vs Reserve", "Family Support"],
  }),
];

type Example = Omit<
  CardProfile,
  "userId" | "user" | "contacts" | "takesRequests" | "confirmedMonth"
>;

function example(firstName: string, lastName: string, profile: Example): CardProfile {
  return {
    userId: `example-${firstName.toLowerCase()}`,
    user: { firstName, lastName, role: "alumni", isRoleConfirmed: true, profileImageUrl: null },
    contacts: [],
    takesRequests: true,
    confirmedMonth: "",
    ...profile,
  };
}
