import type { Database } from "../../events/database.ts";
import { ofProgram } from "../../events/log/migrations/0008-program-settings.ts";
import { limitNames, programLimits } from "../../events/program/limits.ts";
import type { SettingEvent } from "../../events/program/setting-events.ts";
import type { MemberTable } from "../../events/read/members.ts";
import type { ProgramDeed, ProgramHistory } from "../contract/program.ts";
import { ofNobody } from "./deed-words.ts";
import { importActor } from "../invitations/import-alumni.ts";

/** So many events are read for a page, and so many deeds are on it. */
const [mostEvents, mostDeeds] = [1000, 50];

const deeds: Readonly<Record<string, ProgramDeed["does"]>> = {
  MemberRegistered: "invited",
  MemberErased: "withdrew",
  MemberAdmitted: "accepted",
  MemberRefused: "refused",
  CadreConfirmed: "confirmed",
  CadreUnconfirmed: "unconfirmed",
  AskingClosed: "closed",
  AskingOpened: "opened",
  ReportHandled: "handled",
  SettingsChanged: "set",
  TopicChanged: "topic",
  AnnouncementMade: "announced",
  AnnouncementEnded: "ended",
};

/** Whose names stand in the log as the actor of what a command did. */
const operators: ReadonlySet<string> = new Set([importActor, "operator"]);

/** Types whose facts stand on the page. */
const shownFacts: ReadonlySet<string> = new Set(["SettingsChanged", "TopicChanged"]);

interface Found {
  readonly does: ProgramDeed["does"];
  readonly atMs: number;
  readonly actorId: string;
  readonly memberId: string;
  readonly correlationId: string;
  readonly what: string | null;
  readonly position: number;
  count: number;
}

export interface HistoryDependencies {
  readonly events: Pick<Database, "read">;
  readonly table: Pick<MemberTable, "byIds">;
}

/** What the program has done, as the log says; names only of who is still there. */
export function createHistory({ events, table }: HistoryDependencies) {
  async function named(found: readonly Found[]): Promise<ProgramDeed[]> {
    const known = await table.byIds(found.flatMap(({ actorId, memberId }) => [actorId, memberId]));
    const person = (id: string) => {
      const member = known.get(id);
      if (member === undefined) return null;
      const { firstName, lastName, role } = member;
      return { id, firstName, lastName, role };
    };
    return found.map(({ does, what, atMs, actorId, memberId, count }) => ({
      does,
      what,
      at: new Date(atMs).toISOString(),
      by: operators.has(actorId) ? "operator" : person(actorId),
      count,
      about: count > 1 || ofNobody.has(does) ? null : person(memberId),
    }));
  }

  async function read(where: string, args: readonly (string | number)[]): Promise<Found[]> {
    const rows = await events.read(
      `SELECT position, at_ms, type, actor_id, member_id, correlation_id,
         CASE WHEN type IN ('${[...shownFacts].join("', '")}') THEN facts END AS facts
       FROM events AS e
       WHERE ${ofProgram} AND ${where}
         AND (actor_id IN ('${[...operators].join("', '")}')
           OR EXISTS (SELECT 1 FROM events WHERE member_id = e.actor_id))
       ORDER BY position DESC LIMIT ${mostEvents}`,
      [...args],
    );
    return rows.map((row) => ({
      does: deeds[String(row.type)] ?? "handled",
      atMs: Number(row.at_ms),
      actorId: String(row.actor_id),
      memberId: String(row.member_id),
      correlationId: String(row.correlation_id),
      what: whatWasSet(String(row.type), String(row.facts)),
      position: Number(row.position),
      count: 1,
    }));
  }

  return {
    async page(before: number = Number.MAX_SAFE_INTEGER): Promise<ProgramHistory> {
      const found = await read("position < ?", [before]);
      const grouped = together(found);
      const shown = grouped.slice(0, mostDeeds);
      const isWhole = found.length < mostEvents && grouped.length <= mostDeeds;
      return { deeds: await named(shown), before: isWhole ? null : shown.at(-1)?.position ?? null };
    },
    async about(memberId: string): Promise<ProgramDeed[]> {
      return await named(await read("member_id = ? AND type <> 'ReportHandled'", [memberId]));
    },
  };
}

/** What a setting's event says, in the words of the page where it is set. */
function whatWasSet(type: string, facts: string): string | null {
  if (!shownFacts.has(type)) return null;
  if (type === "SettingsChanged") {
    const set: Facts<"SettingsChanged"> = JSON.parse(facts);
    const { isSupportEmail, admission, admissionDomains, limits = {} } = set;
    return [
      ...isSupportEmail === undefined ? [] : ["the support address"],
      ...admission === undefined
        ? []
        : [`who gets in to ${admission ?? "what the installation says"}`],
      ...admissionDomains === undefined ? [] : ["whose addresses need no approval"],
      ...limitNames.filter((name) => limits[name] !== undefined).map((name) => {
        const { label } = programLimits[name];
        return `“${label}” to ${limits[name] ?? "what the installation says"}`;
      }),
    ].join(", ");
  }
  const { label, is }: Facts<"TopicChanged"> = JSON.parse(facts);
  return `${topicWords[is]} “${label}”`;
}

type Facts<T extends SettingEvent["type"]> = Extract<SettingEvent, { type: T }>["facts"];

const topicWords: Readonly<Record<Facts<"TopicChanged">["is"], string>> = {
  added: "added the help topic",
  renamed: "renamed a help topic to",
  withdrawn: "took away the help topic",
  offered: "offers again the help topic",
};

/** Invitations of one file are one line; `position` is that of its earliest. */
function together(found: readonly Found[]): Found[] {
  const lines: Found[] = [];
  for (const each of found) {
    const last = lines.at(-1);
    const isOfMany = each.does === "invited" || each.does === "withdrew";
    if (isOfMany && last?.correlationId === each.correlationId && last.does === each.does) {
      lines[lines.length - 1] = { ...last, position: each.position, count: last.count + 1 };
    } else lines.push(each);
  }
  return lines;
}
