import type { ProgramLists } from "../../../api/contract/program.ts";
import type { MailState } from "../../../api/mail/mail-state.ts";
import type { Program } from "../../../api/program/office.ts";
import { surgeText } from "../../../api/program/surge-words.ts";
import { fullName } from "../../islands/profile/display.ts";
import { pagePaths, surgeId } from "../../paths.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { dateText } from "../connections/words.ts";

export interface WaitingProps {
  readonly counts: Awaited<ReturnType<Program["counts"]>>;
  readonly applicants: ProgramLists["waiting"];
  readonly surge: { readonly at: string } | null;
  readonly mail: MailState;
}

interface Item {
  readonly count: number;
  readonly text: string;
  /** The newest of them, or how long they have waited. */
  readonly more?: string | undefined;
  /** When the newest came. */
  readonly at?: string | undefined;
  readonly href: string;
  readonly action: string;
}

/** What waits for staff, in numbers: what came last is first, and each leads to where it is done. */
export function Waiting(props: WaitingProps) {
  const items = itemsOf(props)
    .filter(({ count }) => count > 0)
    .toSorted((one, other) => (other.at ?? "").localeCompare(one.at ?? ""));
  return (
    <section className="program-list" aria-labelledby="now-title">
      <h2 id="now-title">Waiting for staff</h2>
      {items.length === 0
        ? <p className="program-quiet">Nothing is waiting.</p>
        : (
          <ul className="card program-waits" role="list">
            {items.map(({ count, text, more, href, action }) => (
              <li key={href}>
                <p>
                  <strong className="program-count">{count.toLocaleString("en-US")}</strong> {text}
                  {more !== undefined && <span className="program-quiet">{more}</span>}
                </p>
                <ButtonLink variant="outline" size="small" href={href}>{action}</ButtonLink>
              </li>
            ))}
          </ul>
        )}
    </section>
  );
}

function itemsOf({ counts, applicants, surge, mail }: WaitingProps): Item[] {
  const [newest] = applicants;
  const reportAt = counts.newestReportAt ?? undefined;
  const since = mail.oldestWaitingAt?.toISOString();
  return [
    {
      count: counts.surge?.people ?? 0,
      text: counts.surge === null ? "" : surgeText(counts.surge).replace(/^\d+ /, ""),
      more: surge === null ? undefined : `On ${dateText(surge.at)}`,
      at: surge?.at,
      href: `#${surgeId}`,
      action: "See who it was",
    },
    {
      count: counts.people,
      text: counts.people === 1
        ? "person is waiting for approval"
        : "people are waiting for approval",
      more: newest && `Newest: ${fullName(newest)}, ${dateText(newest.since)}`,
      at: newest?.since,
      href: "#waiting-title",
      action: "See who's waiting",
    },
    {
      count: counts.reports,
      text: counts.reports === 1 ? "open report" : "open reports",
      more: reportAt && `Newest: ${dateText(reportAt)}`,
      at: reportAt,
      href: pagePaths.programReports(),
      action: "Read reports",
    },
    {
      count: counts.invitations,
      text: counts.invitations === 1 ? "invitation isn't answered" : "invitations aren't answered",
      href: pagePaths.invitations(),
      action: "See invitations",
    },
    {
      count: mail.waiting,
      text: mail.waiting === 1 ? "email is waiting to go out" : "emails are waiting to go out",
      more: since && `Since ${dateText(since)}`,
      href: pagePaths.programMail(),
      action: "Check mail",
    },
  ];
}
