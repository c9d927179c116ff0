import type { ProgramReport } from "../../../api/contract/program.ts";
import { textLimits } from "../../../events/connections/words.ts";
import type { ReportAction } from "../../../events/program/events.ts";
import type { FormState } from "../../forms/form-state.ts";
import { fullName } from "../../islands/profile/display.ts";
import { pagePaths } from "../../paths.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ShieldIcon } from "../../ui/icons.tsx";
import { TextArea } from "../../ui/text-area.tsx";
import { reportWords, timeText } from "../connections/words.ts";
import { ProgramFrame } from "./frame.tsx";

export interface ReportsPageProps {
  readonly reports: readonly ProgramReport[];
  /** A form that was refused, and which report it was about. */
  readonly sent?: (FormState & { readonly reportId?: string | undefined }) | undefined;
}

const done: Readonly<Record<ReportAction, string>> = {
  nothing: "Nothing had to be done",
  warn: "Warned by mail",
  close: "Closed for asking others",
};

/** Messages that members have reported: the only ones that staff can read. */
export function ReportsPage({ reports, sent }: ReportsPageProps) {
  return (
    <ProgramFrame current={pagePaths.programReports()} sent={sent}>
      <p className="program-quiet">
        You read here the one message that was reported, and nothing else of a conversation. Who
        wrote it is never told who reported it. An account is erased by its owner alone.
      </p>
      {reports.length === 0
        ? <EmptyState icon={<ShieldIcon />} title="Nobody has reported a message." />
        : (
          <ul className="program-list" role="list">
            {reports.map((report) => (
              <li key={report.id}>
                <Report
                  report={report}
                  sent={sent?.reportId === report.id ? sent : undefined}
                />
              </li>
            ))}
          </ul>
        )}
    </ProgramFrame>
  );
}

interface ReportProps {
  readonly report: ProgramReport;
  readonly sent?: FormState | undefined;
}

function Report({ report, sent }: ReportProps) {
  const { id, reason, at, text, reporter, reported, handled, canHandle } = report;
  return (
    <article className="card program-report" aria-labelledby={`${id}-title`}>
      <p className="program-state">
        {handled === null
          ? <Badge tone="amber">Open</Badge>
          : <Badge tone="green">{done[handled.action]}</Badge>}
      </p>
      <h2 id={`${id}-title`}>{reportWords[reason]}</h2>
      <p className="program-quiet">
        {reporter && `Reported by ${fullName(reporter)} · `}
        {timeText(at)}
      </p>
      {text === null
        ? (
          <p>
            The text of this report is gone: one of the two has deleted their account, or it was
            kept for as long as texts are kept.
          </p>
        )
        : (
          <figure className="program-quote">
            <figcaption>{reported === null ? "Somebody" : fullName(reported)} wrote:</figcaption>
            <blockquote>{text}</blockquote>
          </figure>
        )}
      {handled && (
        <p className="program-quiet">
          Handled by {handled.by === null ? "somebody who left" : fullName(handled.by)} ·{" "}
          {timeText(handled.at)}
        </p>
      )}
      {handled === null && !canHandle && (
        <p>You have reported this message yourself: somebody else of the staff has to handle it.</p>
      )}
      {canHandle && <Handling report={report} sent={sent} />}
      {reported?.isAskingClosed && (
        <form className="program-do" method="post" action={pagePaths.programReports()}>
          <input type="hidden" name="memberId" value={reported.id} />
          <p>{fullName(reported)} cannot ask others for help.</p>
          <Button type="submit" variant="outline" name="action" value="open-asking">
            Let Them Ask Again
          </Button>
        </form>
      )}
    </article>
  );
}

function Handling({ report: { id, reported }, sent }: ReportProps) {
  return (
    <form className="program-handling" method="post" action={pagePaths.programReports()}>
      <input type="hidden" name="reportId" value={id} />
      {reported && (
        <TextArea
          label="What whoever wrote it is told"
          name="words"
          rows={3}
          maxLength={textLimits.staff}
          hint={`Up to ${textLimits.staff} characters. A warning needs it.`}
          defaultValue={sent?.values.words}
          error={sent?.fields.words}
          autoFocus={sent?.fields.words !== undefined}
        />
      )}
      <div className="program-do">
        <Button type="submit" variant="outline" name="action" value="nothing">
          Nothing Has to Be Done
        </Button>
        {reported && (
          <>
            <Button type="submit" name="action" value="warn">Warn by Mail</Button>
            {!reported.isAskingClosed && (
              <Button type="submit" variant="danger" name="action" value="close">
                Close for Asking Others
              </Button>
            )}
          </>
        )}
      </div>
    </form>
  );
}
