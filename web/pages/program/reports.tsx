import type { ProgramReport } from "../../../api/contract/program.ts";
import type { ReportsPage as Found } from "../../../api/features/program/reported-messages.ts";
import { textLimits } from "../../../events/connections/limits.ts";
import type { ReportAction } from "../../../events/program/events.ts";
import { ActionForm } from "../../forms/action-form.tsx";
import { fieldOf, type FormState } from "../../forms/form-state.ts";
import { fullName } from "../../islands/profile/display.ts";
import { pagePaths } from "../../paths.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ShieldIcon } from "../../ui/icons/subject-icons.tsx";
import { PageLinks } from "../../ui/page-links.tsx";
import { TextArea } from "../../ui/fields/text-area.tsx";
import { LocalTime } from "../connections/local-time.tsx";
import { reportWords } from "../connections/words.ts";
import { ProgramCard, ProgramFrame } from "./frame.tsx";

interface ReportsPageProps {
  readonly found: Found;
  readonly isHandled: boolean;
  readonly sent?: (FormState & { readonly reportId?: string | undefined }) | undefined;
}

const done: Readonly<Record<ReportAction, string>> = {
  nothing: "Closed without action",
  warn: "Author warned",
  close: "Author can't ask for help",
};

/** Id of the form that closes several reports: each report has a checkbox of it. */
const closeForm = "close-reports";

/** Messages that members have reported: the only ones that staff can read. The oldest open report comes first. */
export function ReportsPage({ found, isHandled, sent }: ReportsPageProps) {
  const { reports, counts, page, pages } = found;
  const state = isHandled ? "handled" : undefined;
  const at = (wanted: number) => pagePaths.programReports({ state, page: wanted });
  const canCloseMany = reports.filter(({ canHandle }) => canHandle).length > 1;
  return (
    <ProgramFrame current={pagePaths.programReports()} sent={sent}>
      <p className="note">
        You can read the one message that was reported, and nothing else of the conversation. We
        never tell its author who reported it. You can't delete anyone's account.
      </p>
      <nav className="program-nav" aria-label="Reports">
        <a href={pagePaths.programReports()} aria-current={isHandled ? undefined : "page"}>
          Open ({counts.open})
        </a>
        <a
          href={pagePaths.programReports({ state: "handled" })}
          aria-current={isHandled ? "page" : undefined}
        >
          Closed ({counts.handled})
        </a>
      </nav>
      {canCloseMany && (
        <ActionForm id={closeForm} className="program-do row" action={pagePaths.programReports()}>
          <p>Select reports below to close them together.</p>
          <Button type="submit" variant="outline" name="action" value="close-many">
            Close selected reports
          </Button>
        </ActionForm>
      )}
      {reports.length === 0
        ? (
          <EmptyState
            icon={<ShieldIcon />}
            title={`No ${isHandled ? "closed" : "open"} reports.`}
          />
        )
        : (
          <ul className="list" role="list">
            {reports.map((report) => (
              <li key={report.id}>
                <Report
                  report={report}
                  isChoice={canCloseMany && report.canHandle}
                  sent={sent?.reportId === report.id ? sent : undefined}
                />
              </li>
            ))}
          </ul>
        )}
      <PageLinks page={page} pages={pages} at={at} />
    </ProgramFrame>
  );
}

interface ReportProps {
  readonly report: ProgramReport;
  readonly sent?: FormState | undefined;
  readonly isChoice?: boolean;
}

function Report({ report, sent, isChoice }: ReportProps) {
  const { id, reason, at, text, reporter, reported, handled, canHandle } = report;
  return (
    <article className="card stack breakable" aria-labelledby={`${id}-title`}>
      <p className="row">
        {handled === null
          ? <Badge tone="amber">Open</Badge>
          : <Badge tone="green">{done[handled.action]}</Badge>}
        {isChoice && (
          <label className="program-choice choice">
            <input type="checkbox" name="reportIds" value={id} form={closeForm} /> Select
            <span className="visually-hidden">
              : report of <LocalTime at={at} hasTime />
            </span>
          </label>
        )}
      </p>
      <h2 id={`${id}-title`}>{reason === null ? "Reported message" : reportWords[reason]}</h2>
      <p className="note">
        {reporter && `Reported by ${fullName(reporter)} · `}
        <LocalTime at={at} hasTime />
      </p>
      {text === null
        ? (
          <p>
            The text of this report was deleted because a member left or the text was too old.
          </p>
        )
        : (
          <figure className="stack gap-2">
            <figcaption>{reported === null ? "Someone" : fullName(reported)} wrote:</figcaption>
            <blockquote>{text}</blockquote>
          </figure>
        )}
      {handled && (
        <p className="note">
          Closed by {handled.by === null ? "someone who left" : fullName(handled.by)} ·{" "}
          <LocalTime at={handled.at} hasTime />
        </p>
      )}
      {handled === null && !canHandle && (
        <p>You reported this message, so someone else on the staff has to decide.</p>
      )}
      {canHandle && <Handling report={report} sent={sent} />}
      {reported?.isAskingClosed && (
        <ActionForm
          className="program-do row"
          action={pagePaths.programReports()}
          hidden={{ memberId: reported.id }}
        >
          <p>{fullName(reported)} can't ask others for help.</p>
          <Button type="submit" variant="outline" name="action" value="open-asking">
            Let them ask again
          </Button>
        </ActionForm>
      )}
    </article>
  );
}

function Handling({ report: { id, reported }, sent }: ReportProps) {
  return (
    <ActionForm className="stack" action={pagePaths.programReports()} hidden={{ reportId: id }}>
      {reported && (
        <TextArea
          {...fieldOf(sent, "words")}
          label="Message to the author"
          rows={3}
          maxLength={textLimits.staff}
          hint={`Up to ${textLimits.staff} characters. Required for a warning.`}
        />
      )}
      <div className="program-do row">
        <Button type="submit" variant="outline" name="action" value="nothing">
          Close without action
        </Button>
        {reported && (
          <>
            <Button type="submit" name="action" value="warn">Warn the author by email</Button>
            {!reported.isAskingClosed && (
              <Button type="submit" variant="danger" name="action" value="close">
                Stop the author from asking
              </Button>
            )}
          </>
        )}
      </div>
    </ActionForm>
  );
}

export function CloseReportsPage({ reportIds }: { readonly reportIds: readonly string[] }) {
  const reports = reportIds.length === 1 ? "1 report" : `${reportIds.length} reports`;
  return (
    <ProgramFrame current={pagePaths.programReports()}>
      <ProgramCard title={<>Close {reports} without action?</>} titleId="close-title">
        <p>Their authors aren't told. You can still read closed reports.</p>
        <ActionForm
          className="program-do row"
          action={pagePaths.programReports()}
          hidden={{ isSure: "yes" }}
        >
          {reportIds.map((id) => <input key={id} type="hidden" name="reportIds" value={id} />)}
          <Button type="submit" name="action" value="close-many">Close {reports}</Button>
          <ButtonLink variant="outline" href={pagePaths.programReports()}>Cancel</ButtonLink>
        </ActionForm>
      </ProgramCard>
    </ProgramFrame>
  );
}
