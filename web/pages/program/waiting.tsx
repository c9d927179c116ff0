import { Card, Text } from "@radix-ui/themes";
import { guessedText } from "../../../api/auth/guessed-codes.ts";
import { surgeText } from "../../../api/features/program/surges.ts";
import { fullName } from "../../islands/profile/display.ts";
import { guessedId, pagePaths, paths, surgeId } from "../../paths.ts";
import { ButtonLink } from "../../ui/button-link.tsx";
import { LocalTime } from "../connections/local-time.tsx";
import type { Product } from "../../../api/product.ts";

export type Counts = Awaited<ReturnType<Product["counts"]>>;

interface Item {
  readonly count: number;
  readonly text: string;
  /** Text before the date of the newest one. */
  readonly more?: string;
  readonly at?: string | undefined;
  readonly href: string;
  readonly action: string;
}

export function Waiting({ counts }: { readonly counts: Counts }) {
  const items = itemsOf(counts)
    .toSorted((one, other) => (other.at ?? "").localeCompare(one.at ?? ""));
  if (items.length === 0) return <Text as="p" size="2" color="gray">Nothing is waiting.</Text>;
  return (
    <Card asChild size="3" className="program-waits ruled">
      <ul role="list">
        {items.map(({ count, text, more, at, href, action }) => (
          <li key={action} className="split">
            <Text as="p">
              <strong className="program-count">{count.toLocaleString("en-US")}</strong> {text}
              {at !== undefined && (
                <span className="note">
                  {more} <LocalTime at={at} />
                </span>
              )}
            </Text>
            <ButtonLink href={href} size="2" variant="outline">{action}</ButtonLink>
          </li>
        ))}
      </ul>
    </Card>
  );
}

export function hasWaitingTasks(counts: Counts): boolean {
  return itemsOf(counts).length > 0;
}

function itemsOf(counts: Counts): Item[] {
  const { surge, guessedCodes, people, newestPerson, questions, reports, invitations } = counts;
  return [
    {
      count: surge?.people ?? 0,
      text: surge === null ? "" : surgeText(surge).replace(/^\d+ /, ""),
      more: "On",
      at: surge?.at,
      href: `${paths.program()}#${surgeId}`,
      action: "See who it was",
    },
    {
      count: guessedCodes,
      text: guessedText(guessedCodes).replace(/^\d+ /, ""),
      href: `${paths.program()}#${guessedId}`,
      action: "See what it means",
    },
    {
      count: people,
      text: people === 1 ? "person is waiting for approval" : "people are waiting for approval",
      more: newestPerson === null ? "" : `Newest: ${fullName(newestPerson)},`,
      at: newestPerson?.since,
      href: pagePaths.programWaiting(),
      action: "See who's waiting",
    },
    {
      count: questions,
      text: questions === 1
        ? "cadet's question isn't answered"
        : "cadets' questions aren't answered",
      href: pagePaths.programQuestions(),
      action: "Read questions",
    },
    {
      count: reports,
      text: reports === 1 ? "open report" : "open reports",
      more: "Newest:",
      at: counts.newestReportAt ?? undefined,
      href: pagePaths.programReports(),
      action: "Read reports",
    },
    {
      count: invitations.sent,
      text: invitations.sent === 1 ? "invitation isn't answered" : "invitations aren't answered",
      href: pagePaths.invitations(),
      action: "See invitations",
    },
    {
      count: invitations.unsent,
      text: invitations.unsent === 1
        ? "invitation hasn't been sent"
        : "invitations haven't been sent",
      href: pagePaths.invitations({ show: "waiting" }),
      action: "See these invitations",
    },
  ].filter(({ count }) => count > 0);
}
