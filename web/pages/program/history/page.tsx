import type { ProgramHistory } from "../../../../api/contract/program.ts";
import { pagePaths } from "../../../paths.ts";
import { ProgramFrame } from "../frame.tsx";
import { Deeds } from "./deeds.tsx";

export interface HistoryPageProps {
  readonly history: ProgramHistory;
  readonly isFirst: boolean;
}

/** What staff, operators and imports have done, and who got in or got access without them. */
export function HistoryPage({ history: { deeds, before }, isFirst }: HistoryPageProps) {
  return (
    <ProgramFrame current={pagePaths.programHistory()}>
      <Deeds title="History" deeds={deeds} />
      {(before !== null || !isFirst) && (
        <nav className="program-pages" aria-label="Pages">
          {!isFirst && <a href={pagePaths.programHistory()}>Newest</a>}
          {before !== null && <a href={pagePaths.programHistory(before)}>Older</a>}
        </nav>
      )}
    </ProgramFrame>
  );
}
