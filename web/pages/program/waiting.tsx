import type { Program } from "../../../api/program/office.ts";
import { surgeText } from "../../../api/program/surge-words.ts";
import { fullName } from "../../islands/profile/display.ts";
import { pagePaths, paths, surgeId } from "../../paths.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { dateText } from "../connections/words.ts";

export type Counts = Awaited<ReturnType<Program["counts"]>>;

interface Item {
  readonly count: number;
  readonly text: string;
  /** The newest of them. */
  readonly more?: string | undefined;
  /** When the newest came. */
  readonly at?: string | undefined;
  readonly href: string;
  readonly action: string;
}

/** What waits for staff, in numbers: what came last is first, and each leads to where it is done. */
export function Waiting({ counts }: { readonly counts: Counts }) {
  const items = itemsOf(counts)
    .toSorted((one, other) => (other.at ?? "").localeCompare(one.at ?? ""));
  if (items.length === 0) return <p className="program-quiet">Nothing is waiting.</p>;
  return (
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
  );
}

export function isAnythingWaiting(counts: Counts): boolean {
  return itemsOf(counts).length > 0;
}

function itemsOf(counts: Counts): Item[] {
  const { surge, people, newestPerson, reports, invitations } = counts;
  const reportAt = counts.newestReportAt ?? undefined;
  return [
    {
      count: surge?.people ?? 0,
      text: surge === null ? "" : surgeText(surge).replace(/^\d+ /, ""),
      more: surge === null ? undefined : `On ${dateText(surge.at)}`,
      at: surge?.at,
      href: `${paths.program()}#${surgeId}`,
      action: "See who it was",
    },
    {
      count: people,
      text: people === 1 ? "person is waiting for approval" : "people are waiting for approval",
      more: newestPerson === null
        ? undefined
        : `Newest: ${fullName(newestPerson)}, ${dateText(newestPerson.since)}`,
      at: newestPerson?.since,
      href: `${paths.program()}#waiting-title`,
      action: "See who's waiting",
    },
    {
      count: reports,
      text: reports === 1 ? "open report" : "open reports",
      more: reportAt && `Newest: ${dateText(reportAt)}`,
      at: reportAt,
      href: pagePaths.programReports(),
      action: "Read reports",
    },
    {
      count: invitations,
      text: invitations === 1 ? "invitation isn't answered" : "invitations aren't answered",
      href: pagePaths.invitations(),
      action: "See invitations",
    },
  ].filter(({ count }) => count > 0);
}
