import { Heading, Link, Text } from "@radix-ui/themes";
import { Hono } from "hono";
import type { MemberEnv, SiteDeps } from "../../../page-env.ts";
import { pagePaths } from "../../../paths.ts";
import { ProgramFrame } from "../frame.tsx";
import type { HistoryEntry } from "../../../../api/features/program/history.ts";
import { historyParts } from "../../../../api/features/program/history-words.ts";
import { fullName } from "../../../islands/profile/display.ts";
import { LocalTime } from "../../connections/local-time.tsx";

/**
 * `/program/history`: actions of staff, operators and imports, and members who got access without
 * them.
 */
export function historyRoutes({ product: { program } }: SiteDeps): Hono<MemberEnv> {
  return new Hono<MemberEnv>().get(pagePaths.programHistory(), async (c) => {
    const text = c.req.query("before");
    const from = /^\d{1,15}$/.test(text ?? "") ? Number(text) : undefined;
    const { entries, before } = await program.history(c.var.member.memberId, from);
    const page = (
      <ProgramFrame current={pagePaths.programHistory()}>
        <Text as="p" size="2" color="gray">
          For the next person on staff, the <Link href={pagePaths.handover()}>handover page</Link>
          {" "}
          says how everything is now.
        </Text>
        <HistoryEntries entries={entries} />
        {(before !== null || from !== undefined) && (
          <nav className="links row gap-4" aria-label="Pages">
            {from !== undefined && <Link href={pagePaths.programHistory()}>Newest</Link>}
            {before !== null && <Link href={pagePaths.programHistory(before)}>Older</Link>}
          </nav>
        )}
      </ProgramFrame>
    );
    return c.render(page, { title: "History" });
  });
}

export function HistoryEntries({ entries }: { readonly entries: readonly HistoryEntry[] }) {
  return (
    <section className="list" aria-labelledby="history-title">
      <Heading as="h2" size="6" id="history-title">History</Heading>
      {entries.length === 0
        ? <Text as="p" size="2" color="gray">Nothing yet.</Text>
        : (
          <ol className="program-history breakable" role="list">
            {entries.map((entry, at) => (
              <li key={`${entry.at} ${at}`}>
                <Text as="p">
                  <strong>{actorOf(entry)}</strong> <Sentence entry={entry} />
                </Text>
                <Text as="p" size="2" color="gray">
                  <LocalTime at={entry.at} hasTime />
                </Text>
              </li>
            ))}
          </ol>
        )}
    </section>
  );
}

function Sentence({ entry }: { readonly entry: HistoryEntry }) {
  const [before, after] = historyParts(entry);
  if (after === undefined) return before;
  return <>{before}{objectOf(entry)}{after}</>;
}

function actorOf({ by }: HistoryEntry): string {
  return by === "operator" ? "An operator" : by === null ? "Someone who left" : fullName(by);
}

function objectOf({ count, about }: HistoryEntry) {
  if (count > 1) return `${count} people`;
  if (about === null) return "someone whose account was deleted";
  return (
    <Link href={pagePaths.programPerson(about.id)}>
      <bdi>{fullName(about)}</bdi>
    </Link>
  );
}
