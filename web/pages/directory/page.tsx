import type { DirectoryQuery } from "../../../api/contract/directory.ts";
import { Directory } from "../../islands/directory/directory.tsx";
import type { Choices } from "../../islands/directory/filtering/choices.ts";
import { variants } from "../../islands/directory/words.ts";
import { Island } from "../../islands/island.tsx";
import type { DirectoryName } from "../../paths.ts";

export interface DirectoryPageProps {
  readonly directory: DirectoryName;
  readonly programName: string;
  readonly query: DirectoryQuery;
  readonly choices: Choices;
}

export function DirectoryPage({ directory, programName, query, choices }: DirectoryPageProps) {
  const { title, subtitle } = variants[directory];
  return (
    <div className="shell-column directory-column">
      <header className="directory-head">
        <h1>{title(programName)}</h1>
        {subtitle && <p className="directory-subtitle">{subtitle}</p>}
      </header>
      <Island name="directory" id="d" of={Directory} props={{ directory, query, choices }} />
    </div>
  );
}
