import { pagePaths } from "../../paths.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { TitledCard } from "../../ui/card.tsx";
import { ProgramFrame } from "./frame.tsx";

/** Asks before several reports are closed together. */
export function CloseReportsPage({ reportIds }: { readonly reportIds: readonly string[] }) {
  const reports = reportIds.length === 1 ? "1 report" : `${reportIds.length} reports`;
  return (
    <ProgramFrame current={pagePaths.programReports()}>
      <TitledCard
        className="program-card"
        title={<>Close {reports} without action?</>}
        titleId="close-title"
      >
        <p>Their authors aren't told. You can still read closed reports.</p>
        <form className="program-do row" method="post" action={pagePaths.programReports()}>
          {reportIds.map((id) => <input key={id} type="hidden" name="reportIds" value={id} />)}
          <input type="hidden" name="isSure" value="yes" />
          <Button type="submit" name="action" value="close-many">Close {reports}</Button>
          <ButtonLink variant="outline" href={pagePaths.programReports()}>Cancel</ButtonLink>
        </form>
      </TitledCard>
    </ProgramFrame>
  );
}
