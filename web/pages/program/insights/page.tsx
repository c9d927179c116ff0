import { noteOf, periodOf } from "../../../../events/report/formats/words.ts";
import type { ActionPage, NextStep, Report } from "../../../../events/report/report.ts";
import type { Product } from "../../../../api/product.ts";
import { pagePaths, paths } from "../../../paths.ts";
import { Answers } from "../../../statistics/answers.tsx";
import { Sections } from "../../../statistics/sections.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { ShieldIcon } from "../../../ui/icons/icons.tsx";
import { ProgramFrame } from "../frame.tsx";
import {
  uncoveredTitle,
  UncoveredTopics,
  type UncoveredTopicsProps,
} from "../uncovered-topics.tsx";

export interface InsightsPageProps {
  /** Cycles with figures, oldest first. */
  readonly cycles: readonly number[];
  readonly report: Report;
  /** Topics that no one covers, shown beside figures of the current cycle. */
  readonly uncovered: UncoveredTopicsProps["topics"];
}

/** The program's statistics of one cycle, for staff or to pass on. */
export function InsightsPage({ cycles, report, uncovered }: InsightsPageProps) {
  const { cycle, isComplete, audience } = report;
  const isShared = audience === "share";
  return (
    <ProgramFrame current={pagePaths.insights()} isWide>
      <section className="stack" aria-labelledby="insights-title">
        <h2 id="insights-title">
          Cycle {cycle}
          {!isComplete && ", so far"}
          {isShared && ", to pass on"}
        </h2>
        <p className="note">
          {periodOf(report)}. {isShared && noteOf(report)}
        </p>
        <div className="insights-links links stack">
          <nav aria-label="Cycles">
            <ul role="list">
              {cycles.toReversed().map((each) => (
                <li key={each}>
                  <a
                    href={pagePaths.insights(each, audience)}
                    aria-current={each === cycle ? "page" : undefined}
                  >
                    {each}
                  </a>
                </li>
              ))}
            </ul>
          </nav>
          <Files cycle={cycle} audience={audience} />
        </div>
      </section>
      {uncovered.length > 0 && (
        <div className="insights stack">
          <section className="answer" aria-labelledby="uncovered">
            <h3 id="uncovered">{uncoveredTitle}</h3>
            <UncoveredTopics topics={uncovered} />
          </section>
        </div>
      )}
      <div className="insights stack">
        <Answers report={report}>
          {report.audience === "staff" && <NextSteps steps={report.nextSteps} />}
        </Answers>
        <details className="report-meanings insights-tables">
          <summary>All tables, and what their figures mean</summary>
          <Sections sections={report.sections} />
        </details>
      </div>
    </ProgramFrame>
  );
}

function Files({ cycle, audience }: Pick<Report, "cycle" | "audience">) {
  const isShared = audience === "share";
  return (
    <ul role="list" aria-label="Files">
      <li>
        <a href={pagePaths.insights(cycle, isShared ? "staff" : "share")}>
          {isShared ? "Figures for staff" : "To pass on"}
        </a>
      </li>
      <li>
        <a href={pagePaths.insightsFile(cycle, audience, "csv")} download>Spreadsheet (CSV)</a>
      </li>
      <li>
        <a href={pagePaths.insightsFile(cycle, audience, "html")} download>Page to print (HTML)</a>
      </li>
    </ul>
  );
}

const actions: Readonly<Record<ActionPage, readonly [text: string, href: string]>> = {
  waiting: ["See who is waiting", paths.program()],
  invitations: ["Open invitations", pagePaths.invitations()],
  import: ["Import a spreadsheet", pagePaths.importFile()],
  people: ["See everyone", pagePaths.everybody()],
  announcement: ["Write an announcement", pagePaths.programSettings()],
};

function NextSteps({ steps }: { readonly steps: readonly NextStep[] }) {
  return (
    <section className="answer" aria-labelledby="next-steps">
      <h3 id="next-steps">What should we do next?</h3>
      {steps.length === 0 ? <p>Nothing is missing right now.</p> : (
        <ul className="insights-steps">
          {steps.map(({ sentence, page }) => {
            const [text, href] = actions[page];
            return (
              <li key={sentence}>
                {sentence} <a href={href}>{text}</a>
              </li>
            );
          })}
        </ul>
      )}
    </section>
  );
}

type Missing = Exclude<
  Awaited<ReturnType<Product["insights"]["latest"]>>["state"],
  "ready"
>;

const words: Readonly<Record<Missing, readonly [title: string, text: string]>> = {
  "being made": ["Preparing your figures.", "This page will refresh."],
  failed: ["The figures couldn't be prepared.", "Reload this page to try again."],
};

/** Shown while there are no figures. */
export function NoInsightsPage({ state }: { readonly state: Missing }) {
  const [title, text] = words[state];
  return (
    <ProgramFrame current={pagePaths.insights()}>
      <EmptyState icon={<ShieldIcon />} title={title}>
        <p>{text}</p>
      </EmptyState>
    </ProgramFrame>
  );
}
