import { readDirectoryQuery } from "../../../api/contract/directory.ts";
import type { DirectoryQuery } from "../../../api/contract/directory.ts";
import { type DirectoryName, paths } from "../../paths.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import type { SeenAnswer } from "./card-fields.ts";
import { directoryPath } from "./directory-path.ts";
import type { ViewLink } from "./use-directory.ts";

interface AlternativesProps {
  readonly directory: DirectoryName;
  readonly query: DirectoryQuery;
  readonly answer: Pick<SeenAnswer, "alternatives" | "uncovered">;
  readonly linkTo: (query: DirectoryQuery) => ViewLink;
}

/** Shown when a search found no one, or not all of it: other searches, and a button that tells the program. */
export function Alternatives({ directory, query, answer, linkTo }: AlternativesProps) {
  const { alternatives, uncovered } = answer;
  return (
    <>
      {alternatives.length > 0 && (
        <ul className="alternatives row gap-2" role="list" aria-label="Ways to find more">
          {alternatives.map(({ label, view }) => (
            <li key={view}>
              <ButtonLink
                variant="outline"
                {...linkTo({ ...readDirectoryQuery(new URLSearchParams(view)), role: query.role })}
              >
                {label}
              </ButtonLink>
            </li>
          ))}
        </ul>
      )}
      {uncovered.length > 0 && (
        <form className="uncovered" method="post" action={paths.uncovered()}>
          <p>No one helps with {uncovered.join(" or ")} yet.</p>
          {uncovered.map((topic) => (
            <input key={topic} type="hidden" name="topics" value={topic} />
          ))}
          <input type="hidden" name="back" value={directoryPath(directory, query)} />
          <Button type="submit">Tell the program that no one covers this</Button>
        </form>
      )}
    </>
  );
}
