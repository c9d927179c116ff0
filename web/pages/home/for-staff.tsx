import { fewestShown, type Week } from "../../../api/home/activity.ts";
import type { Setup } from "../../../api/home/setup.ts";
import type { MailState } from "../../../api/mail/mail-state.ts";
import type { Program } from "../../../api/program/office.ts";
import { surgeText } from "../../../api/program/surge-words.ts";
import { pagePaths, paths, surgeId } from "../../paths.ts";
import { MailNotice } from "../program/mail/notice.tsx";
import { SetupList, setupTitle } from "../program/setup/list.tsx";
import { Part } from "./part.tsx";

type Counts = Awaited<ReturnType<Program["counts"]>>;

export interface StaffProps {
  /** How much waits for staff. */
  readonly counts: Counts;
  readonly week: Week;
  readonly mail: MailState;
  readonly setup: Setup;
}

/** What waits for the program's staff, and what happened in the last week. */
export function ForStaff({ counts, week, mail, setup }: StaffProps) {
  return (
    <>
      <div className="shell-column home-notice">
        <MailNotice mail={mail} />
      </div>
      {!setup.isHidden && (
        <Part id="setup" title={setupTitle(setup)}>
          <SetupList setup={setup} />
        </Part>
      )}
      <StaffWaiting {...counts} isSetUp={setup.isHidden} />
      <Part id="week" title="Last 7 days">
        <dl className="card home-week">
          <Figure name="New members" value={String(week.joined)} />
          <Figure name="Requests for help" value={fewText(week.asked)} />
          <Figure name="Requests answered" value={fewText(week.answered)} />
        </dl>
        <p>
          <span className="home-quiet">Counted once an hour.</span>{" "}
          <a href={pagePaths.insights()}>See insights</a>
        </p>
      </Part>
    </>
  );
}

interface StaffWaitingProps extends Counts {
  readonly isSetUp: boolean;
}

function StaffWaiting({ people, reports, invitations, surge, isSetUp }: StaffWaitingProps) {
  const waiting = [
    ...surge ? [[`${paths.program()}#${surgeId}`, surgeText(surge)]] : [],
    ...people > 0
      ? [[paths.program(), `${counted(people, "person is", "people are")} waiting for approval`]]
      : [],
    ...reports > 0
      ? [[pagePaths.programReports(), counted(reports, "open report", "open reports")]]
      : [],
    ...invitations > 0
      ? [[
        pagePaths.invitations(),
        counted(invitations, "invitation isn't answered", "invitations aren't answered"),
      ]]
      : [],
  ];
  if (waiting.length === 0 && !isSetUp) return null;
  return (
    <Part id="staff" title="Waiting for staff">
      <ul className="card home-staff" role="list">
        {waiting.length === 0
          ? (
            <li>
              Nothing is waiting. <a href={paths.program()}>Go to your program</a>
            </li>
          )
          : waiting.map(([href, text]) => (
            <li key={href}>
              <a href={href}>{text}</a>
            </li>
          ))}
      </ul>
      {isSetUp && (
        <p>
          <a href={pagePaths.setup()}>See the set-up list</a>
        </p>
      )}
    </Part>
  );
}

interface FigureProps {
  readonly name: string;
  readonly value: string;
}

function Figure({ name, value }: FigureProps) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

/** Of few requests, a number would say who asked. */
function fewText(count: number): string {
  return count > 0 && count < fewestShown ? `Fewer than ${fewestShown}` : String(count);
}

function counted(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}
