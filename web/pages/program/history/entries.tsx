import type { HistoryEntry } from "../../../../api/contract/program.ts";
import { historyParts } from "../../../../api/program/history-words.ts";
import { fullName } from "../../../islands/profile/display.ts";
import { pagePaths } from "../../../paths.ts";
import { LocalTime } from "../../connections/local-time.tsx";

/** Actions, each with its author and the person it was about, newest first. */
export function HistoryEntries(
  { title, entries }: { readonly title: string; readonly entries: readonly HistoryEntry[] },
) {
  return (
    <section className="list" aria-labelledby="history-title">
      <h2 id="history-title">{title}</h2>
      {entries.length === 0
        ? <p className="note">Nothing yet.</p>
        : (
          <ol className="program-history breakable" role="list">
            {entries.map((entry, at) => (
              <li key={`${entry.at} ${at}`}>
                <p>
                  <strong>{actorOf(entry)}</strong> <Sentence entry={entry} />
                </p>
                <p className="note">
                  <LocalTime at={entry.at} hasTime />
                </p>
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
  if (about === null) return "someone who left";
  return (
    <a href={pagePaths.programPerson(about.id)}>
      <bdi>{fullName(about)}</bdi>
    </a>
  );
}
