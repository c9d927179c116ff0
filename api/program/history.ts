import type { Database } from "../../events/database.ts";
import type { EventLog } from "../../events/log/event-log.ts";
import { ofProgram } from "../../events/log/migrations/0014-operators-history.ts";
import type { MemberEvent } from "../../events/members/events.ts";
import type { RenewalWay } from "../../events/invitations/invitation-events.ts";
import { openEvent } from "../../events/members/sealing.ts";
import { isSetting, settingsStream } from "../../events/program/setting-events.ts";
import { evolveSettings, nothingSet } from "../../events/program/settings.ts";
import type { MemberTable } from "../../events/read/members.ts";
import type { MemberKeys } from "../../events/vault/keys.ts";
import { type Role, roleTraits } from "../../events/vocabulary.ts";
import type { HistoryEntry, ProgramHistory } from "../contract/program.ts";
import { importActor } from "../../events/invitations/invitation.ts";
import { settingChanges } from "./setting-words.ts";

/** So many events are read for a page, and so many entries are on it. */
const [mostEvents, mostEntries] = [1000, 50];

const kinds: Readonly<Record<string, HistoryEntry["does"]>> = {
  MemberRegistered: "invited",
  InvitationRenewed: "reminded",
  MemberErased: "withdrew",
  MemberAdmitted: "accepted",
  MemberRefused: "refused",
  CadreConfirmed: "confirmed",
  CadreUnconfirmed: "unconfirmed",
  RoleSelected: "role",
  AskingClosed: "closed",
  AskingOpened: "opened",
  ReportHandled: "handled",
  SettingsChanged: "set",
  TopicChanged: "topic",
  AnnouncementMade: "announced",
  AnnouncementEnded: "ended",
  AccountDetailsChanged: "address",
  PasswordLinkMade: "password link",
  DataExported: "exported",
  MemberSuspended: "suspended",
  MemberUnsuspended: "restored",
};

/** Entries about no member who is named, or about the one who did it. */
const aboutNoOne: ReadonlySet<HistoryEntry["does"]> = new Set([
  ...["handled", "set", "topic", "announced", "ended", "used code", "came in"] as const,
]);

/** Whose names stand in the log as the actor of what a command did. */
const operators: ReadonlySet<string> = new Set([importActor, "operator"]);

interface Found {
  readonly does: HistoryEntry["does"];
  readonly atMs: number;
  readonly actorId: string;
  readonly memberId: string;
  readonly correlationId: string;
  readonly facts: Facts;
  readonly position: number;
  readonly count: number;
}

/** What is read of the facts of these types. */
interface Facts {
  readonly by?: string;
  readonly way?: RenewalWay;
  readonly action?: "nothing" | "warn" | "close";
  readonly role?: Role;
  readonly previousRole?: Role | null;
}

export interface HistoryDependencies {
  readonly events: Pick<Database, "read">;
  readonly log: Pick<EventLog, "readStream" | "readAt">;
  readonly keys: Pick<MemberKeys, "load">;
  readonly table: Pick<MemberTable, "byIds">;
}

export type History = ReturnType<typeof createHistory>;

/** What the program has done, as the log says. Members are named while they have an account. */
export function createHistory(deps: HistoryDependencies) {
  return {
    /** @param before A position of the log. */
    async page(before: number = Number.MAX_SAFE_INTEGER): Promise<ProgramHistory> {
      const found = await readDeeds(deps, "position < ?", [before]);
      const grouped = together(found);
      const shown = grouped.slice(0, mostEntries);
      const isWhole = found.length < mostEvents && grouped.length <= mostEntries;
      return {
        entries: await described(deps, shown),
        before: isWhole ? null : shown.at(-1)?.position ?? null,
      };
    },
    async about(memberId: string): Promise<HistoryEntry[]> {
      const where = "member_id = ? AND type <> 'ReportHandled'";
      return await described(deps, await readDeeds(deps, where, [memberId]));
    },
    /** When each of some got staff access last. */
    staffSince: (memberIds: readonly string[]): Promise<ReadonlyMap<string, Date>> =>
      readStaffSince(deps, memberIds),
  };
}

async function readStaffSince(
  { events }: HistoryDependencies,
  memberIds: readonly string[],
): Promise<ReadonlyMap<string, Date>> {
  const rows = await events.read(
    `SELECT member_id, max(at_ms) AS at_ms FROM events
     WHERE type = 'CadreConfirmed' AND member_id IN (SELECT value FROM json_each(?))
     GROUP BY member_id`,
    [JSON.stringify(memberIds)],
  );
  return new Map(rows.map((row) => [String(row.member_id), new Date(Number(row.at_ms))]));
}

async function readDeeds(
  { events }: HistoryDependencies,
  where: string,
  args: readonly (string | number)[],
): Promise<Found[]> {
  const rows = await events.read(
    `SELECT position, at_ms, type, actor_id, member_id, correlation_id, facts FROM events AS e
     WHERE ${ofProgram} AND ${where}
       AND (actor_id IN ('${[...operators].join("', '")}')
         OR EXISTS (SELECT 1 FROM events WHERE member_id = e.actor_id))
     ORDER BY position DESC LIMIT ${mostEvents}`,
    [...args],
  );
  return rows.map((row) => {
    const facts: Facts = JSON.parse(String(row.facts));
    return {
      does: doneBy(String(row.type), String(row.actor_id), facts),
      atMs: Number(row.at_ms),
      actorId: String(row.actor_id),
      memberId: String(row.member_id),
      correlationId: String(row.correlation_id),
      facts,
      position: Number(row.position),
      count: 1,
    };
  });
}

function doneBy(type: string, actorId: string, { by, way }: Facts): HistoryEntry["does"] {
  if (way === "link") return "made link";
  if (type === "MemberErased" && actorId === "operator") return "deleted";
  if (type === "CadreConfirmed" && by === "code") return "used code";
  if (type === "MemberAdmitted" && by === "domain") return "came in";
  return kinds[type] ?? "handled";
}

/** Names, and what was changed: each setting of an event is an entry by itself. */
async function described(
  deps: HistoryDependencies,
  found: readonly Found[],
): Promise<HistoryEntry[]> {
  const [known, settings, domains] = await Promise.all([
    deps.table.byIds(found.flatMap(({ actorId, memberId }) => [actorId, memberId])),
    found.some(({ memberId }) => memberId === settingsStream) ? changesOfSettings(deps) : undefined,
    domainsOf(deps, found.filter(({ does }) => does === "came in")),
  ]);
  const person = (id: string) => {
    const member = known.get(id);
    if (member === undefined) return null;
    const { firstName, lastName, role } = member;
    return { id, firstName, lastName, role };
  };
  const isShown = ({ does, actorId }: Found) => does !== "came in" || known.has(actorId);
  return found.filter(isShown).flatMap(
    ({ does, atMs, actorId, memberId, count, position, facts }) => {
      const whats = settings?.get(position) ??
        [domains.get(position) ?? whatWasDone(does, facts)];
      return whats.map((what) => ({
        does,
        what,
        at: new Date(atMs).toISOString(),
        by: operators.has(actorId) ? "operator" as const : person(actorId),
        count,
        about: count > 1 || aboutNoOne.has(does) ? null : person(memberId),
      }));
    },
  );
}

function whatWasDone(does: HistoryEntry["does"], facts: Facts): string | null {
  const { action = "nothing", role, previousRole } = facts;
  switch (does) {
    case "handled":
      return {
        nothing: "without action",
        warn: "and warned the author of the message",
        close: "and stopped the author of the message from asking for help",
      }[action];
    case "role":
      return `from ${labelOf(previousRole)} to ${labelOf(role)}`;
    case "came in":
      return "the domain of their address needs no approval";
    default:
      return null;
  }
}

function labelOf(role: Role | null | undefined): string {
  return role == null ? "none" : roleTraits[role].label;
}

/** What each event of the settings changed, by position. They change a few times a year: their stream is read whole. */
async function changesOfSettings(
  { log, keys }: HistoryDependencies,
): Promise<ReadonlyMap<number, readonly string[]>> {
  const [recorded, keysOf] = await Promise.all([
    log.readStream(settingsStream),
    keys.load([settingsStream]),
  ]);
  const changes = new Map<number, readonly string[]>();
  let settings = nothingSet;
  for (const each of recorded) {
    const event: MemberEvent = openEvent(each, keysOf.get(settingsStream));
    if (!isSetting(event)) continue;
    changes.set(each.position, settingChanges(settings, event));
    settings = evolveSettings(settings, event);
  }
  return changes;
}

/** Which domain let somebody in, by the position of the event; it is sealed under their key. */
async function domainsOf(
  { log, keys }: HistoryDependencies,
  found: readonly Found[],
): Promise<ReadonlyMap<number, string>> {
  if (found.length === 0) return new Map();
  const recorded = await log.readAt(found.map(({ position }) => position));
  const keysOf = await keys.load([...new Set(found.map(({ memberId }) => memberId))]);
  return new Map(recorded.flatMap((each) => {
    const { type, personal } = openEvent(each, keysOf.get(each.memberId));
    if (type !== "MemberAdmitted" || personal === null) return [];
    return [[each.position, `their address is at ${personal.domain}`] as const];
  }));
}

/** Invitations of one file are one line; `position` is that of its earliest. */
function together(found: readonly Found[]): Found[] {
  const lines: Found[] = [];
  for (const each of found) {
    const last = lines.at(-1);
    const isOfMany = ["invited", "reminded", "withdrew"].includes(each.does);
    if (isOfMany && last?.correlationId === each.correlationId && last.does === each.does) {
      lines[lines.length - 1] = { ...last, position: each.position, count: last.count + 1 };
    } else lines.push(each);
  }
  return lines;
}
