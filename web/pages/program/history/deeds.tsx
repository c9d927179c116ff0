import type { ProgramDeed } from "../../../../api/contract/program.ts";
import { deedParts } from "../../../../api/program/deed-words.ts";
import { fullName } from "../../../islands/profile/display.ts";
import { pagePaths } from "../../../paths.ts";
import { timeText } from "../../connections/words.ts";

/** What was done, by whom and about whom: the latest first. */
export function Deeds(
  { title, deeds }: { readonly title: string; readonly deeds: readonly ProgramDeed[] },
) {
  return (
    <section className="program-list" aria-labelledby="deeds-title">
      <h2 id="deeds-title">{title}</h2>
      {deeds.length === 0
        ? <p className="program-quiet">Nothing yet.</p>
        : (
          <ol className="program-deeds" role="list">
            {deeds.map((deed, at) => (
              <li key={`${deed.at} ${at}`}>
                <p>
                  <strong>{actorOf(deed)}</strong> <Sentence deed={deed} />
                </p>
                <p className="program-quiet">{timeText(deed.at)}</p>
              </li>
            ))}
          </ol>
        )}
    </section>
  );
}

function Sentence({ deed }: { readonly deed: ProgramDeed }) {
  const [before, after] = deedParts(deed);
  if (after === undefined) return before;
  return <>{before}{objectOf(deed)}{after}</>;
}

function actorOf({ by }: ProgramDeed): string {
  return by === "operator" ? "An operator" : by === null ? "Someone who left" : fullName(by);
}

function objectOf({ count, about }: ProgramDeed) {
  if (count > 1) return `${count} people`;
  if (about === null) return "someone who left";
  return (
    <a href={pagePaths.programPerson(about.id)}>
      <bdi>{fullName(about)}</bdi>
    </a>
  );
}
