import { Badge, Button, Card, Heading, Link, Text } from "@radix-ui/themes";
import type { ProgramReport } from "../../../api/contract/program.ts";
import type { ReportsPage as Found } from "../../../api/features/program/reported-messages.ts";
import { textLimits } from "../../../events/connections/limits.ts";
import type { ReportAction } from "../../../events/program/events.ts";
import { ActionForm } from "../../forms/action-form.tsx";
import { fieldOf, type FormState } from "../../forms/form-state.ts";
import { fullName } from "../../islands/profile/display.ts";
import { pagePaths } from "../../paths.ts";
import { ButtonLink } from "../../ui/button-link.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ShieldIcon } from "../../ui/icons.tsx";
import { PageLinks } from "../../ui/page-links.tsx";
import { TextArea } from "../../ui/fields/field.tsx";
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

/** Id of the form that closes several reports. Each report has a checkbox in it. */
const closeForm = "close-reports";

/** Reported messages: the only messages that staff can read. The oldest open report comes first. */
export function ReportsPage({ found, isHandled, sent }: ReportsPageProps) {
  const { reports, counts, page, pages } = found;
  const state = isHandled ? "handled" : undefined;
  const at = (wanted: number) => pagePaths.programReports({ state, page: wanted });
  const canCloseMany = reports.filter(({ canHandle }) => canHandle).length > 1;
  return (
    <ProgramFrame current={pagePaths.programReports()} sent={sent}>
      <Text as="p" size="2" color="gray">
        You can read the one message that was reported, and nothing else of the conversation. We
        never tell its author who reported it. You can't delete anyone's account.
      </Text>
      <nav className="program-nav" aria-label="Reports">
        <Link href={pagePaths.programReports()} aria-current={isHandled ? undefined : "page"}>
          Open ({counts.open})
        </Link>
        <Link
          href={pagePaths.programReports({ state: "handled" })}
          aria-current={isHandled ? "page" : undefined}
        >
          Closed ({counts.handled})
        </Link>
      </nav>
      {canCloseMany && (
        <ActionForm id={closeForm} className="program-do row" action={pagePaths.programReports()}>
          <Text as="p">Select reports below to close them together.</Text>
          <Button type="submit" name="action" value="close-many" size="3" variant="outline">
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
    <Card asChild size="3" className="stack breakable">
      <article aria-labelledby={`${id}-title`}>
        <Text as="p" className="row">
          {handled === null
            ? <Badge color="amber">Open</Badge>
            : <Badge color="green">{done[handled.action]}</Badge>}
          {isChoice && (
            <label className="program-choice choice">
              <input type="checkbox" name="reportIds" value={id} form={closeForm} /> Select
              <span className="visually-hidden">
                : report of <LocalTime at={at} hasTime />
              </span>
            </label>
          )}
        </Text>
        <Heading as="h2" size="4" id={`${id}-title`}>
          {reason === null ? "Reported message" : reportWords[reason]}
        </Heading>
        <Text as="p" size="2" color="gray">
          {reporter && `Reported by ${fullName(reporter)} · `}
          <LocalTime at={at} hasTime />
        </Text>
        {text === null
          ? (
            <Text as="p">
              The text of this report was deleted because a member left or the text was too old.
            </Text>
          )
          : (
            <figure className="stack gap-2">
              <figcaption>{reported === null ? "Someone" : fullName(reported)} wrote:</figcaption>
              <blockquote>{text}</blockquote>
            </figure>
          )}
        {handled && (
          <Text as="p" size="2" color="gray">
            Closed by {handled.by === null ? "someone who left" : fullName(handled.by)} ·{" "}
            <LocalTime at={handled.at} hasTime />
          </Text>
        )}
        {handled === null && !canHandle && (
          <Text as="p">You reported this message, so someone else on the staff has to decide.</Text>
        )}
        {canHandle && <Handling report={report} sent={sent} />}
        {reported?.isAskingClosed && (
          <ActionForm
            className="program-do row"
            action={pagePaths.programReports()}
            hidden={{ memberId: reported.id }}
          >
            <Text as="p">{fullName(reported)} can't ask others for help.</Text>
            <Button type="submit" name="action" value="open-asking" size="3" variant="outline">
              Let them ask again
            </Button>
          </ActionForm>
        )}
      </article>
    </Card>
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
        <Button type="submit" name="action" value="nothing" size="3" variant="outline">
          Close without action
        </Button>
        {reported && (
          <>
            <Button type="submit" name="action" value="warn" size="3">
              Warn the author by email
            </Button>
            {!reported.isAskingClosed && (
              <Button type="submit" name="action" value="close" size="3" color="red">
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
        <Text as="p">Their authors aren't told. You can still read closed reports.</Text>
        <ActionForm
          className="program-do row"
          action={pagePaths.programReports()}
          hidden={{ isSure: "yes" }}
        >
          {reportIds.map((id) => <input key={id} type="hidden" name="reportIds" value={id} />)}
          <Button type="submit" name="action" value="close-many" size="3">Close {reports}</Button>
          <ButtonLink href={pagePaths.programReports()} variant="outline">Cancel</ButtonLink>
        </ActionForm>
      </ProgramCard>
    </ProgramFrame>
  );
}
