import type { PublicProfile } from "../../../api/contract/profile.ts";
import { ProfileCard } from "../../islands/directory/profile-card.tsx";
import { examples } from "./example-people.ts";

interface ExamplesProps {
  /** How many people are in the directory, in tens; `undefined` when that is not shown. */
  readonly people?: number | undefined;
}

/** Cards of a directory with made-up people, for visitors who can't see the directory. */
export function Examples({ people }: ExamplesProps) {
  return (
    <section className="blurbs examples" aria-labelledby="examples-title">
      <h2 id="examples-title">What the directory looks like</h2>
      {people !== undefined && (
        <p className="examples-count lead">
          <strong>{people.toLocaleString("en-US")}+</strong> people are in the directory
        </p>
      )}
      <figure className="examples-figure">
        <figcaption>
          These people are made up. Each card says who someone is and what they can help with.
        </figcaption>
        {/* Only to look at: it is neither interactive nor read out. */}
        <div className="examples-cards" inert>
          {examples.map((profile: PublicProfile) => (
            <ProfileCard key={profile.userId} profile={profile} />
          ))}
        </div>
      </figure>
    </section>
  );
}
