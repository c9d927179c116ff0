import type { ReactNode } from "react";
import type { SeenProfile } from "../../../api/contract/profile.ts";
import { classText } from "../../islands/profile/display.ts";

interface AskerProps {
  /** The parts of the profile that the reader may see; `null` for none. */
  readonly profile: SeenProfile | null;
  readonly name: string;
  /** Whether the reader is signed in: by a mailed link, only year and branch are shown. */
  readonly isSignedIn: boolean;
}

/** The asker's profile, as far as they share it with the person asked. */
export function Asker({ profile, name, isSignedIn }: AskerProps) {
  if (profile === null) {
    return <p className="note">{name} hasn't shared a profile.</p>;
  }
  const { user, classYear, armyBranch, rank, location, bio } = profile;
  const work = [profile.jobTitle, profile.company ?? profile.industry].filter(Boolean).join(", ");
  const facts: (readonly [string, ReactNode])[] = [
    ["Class year", classYear && classText(profile)],
    [user.role === "cadet" ? "Branch of interest" : "Branch", armyBranch],
    ...isSignedIn ? [["Rank", rank], ["Work", work], ["Location", location]] as const : [],
  ];
  return (
    <>
      <dl className="conversation-asker row small">
        {facts.filter(([, value]) => value).map(([term, value]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd dir="auto">{value}</dd>
          </div>
        ))}
      </dl>
      {isSignedIn && bio && <p className="conversation-bio" dir="auto">{bio}</p>}
    </>
  );
}
