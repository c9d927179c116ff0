import type { ProgramHistory } from "../../../../api/contract/program.ts";
import { pagePaths } from "../../../paths.ts";
import { ProgramFrame } from "../frame.tsx";
import { HistoryEntries } from "./entries.tsx";

export interface HistoryPageProps {
  readonly history: ProgramHistory;
  readonly isFirst: boolean;
}

/** What staff, operators and imports have done, and who got in or got access without them. */
export function HistoryPage({ history: { entries, before }, isFirst }: HistoryPageProps) {
  return (
    <ProgramFrame current={pagePaths.programHistory()}>
      <HistoryEntries title="History" entries={entries} />
      {(before !== null || !isFirst) && (
        <nav className="page-links links" aria-label="Pages">
          {!isFirst && <a href={pagePaths.programHistory()}>Newest</a>}
          {before !== null && <a href={pagePaths.programHistory(before)}>Older</a>}
        </nav>
      )}
    </ProgramFrame>
  );
}
