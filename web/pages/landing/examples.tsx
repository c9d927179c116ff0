import type { PublicProfile } from "../../../api/contract/profile.ts";
import { ProfileCard } from "../../islands/directory/profile-card.tsx";
import { examples } from "./example-people.ts";

interface ExamplesProps {
  /** How many people are in the directory, in tens; left out when that is not told. */
  readonly people?: number | undefined;
}

/** The product itself, for who cannot look into it: cards as a directory has them, of nobody. */
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
        {/* To look at: nothing in it can be pressed, and nothing is read out. */}
        <div className="examples-cards" inert>
          {examples.map((profile: PublicProfile) => (
            <ProfileCard key={profile.userId} profile={profile} />
          ))}
        </div>
      </figure>
    </section>
  );
}
