import { sql } from "kysely";
import { importActor, type RenewalWay } from "../../../events/invitations/invitation.ts";
import type { Database } from "../../../events/store/database.ts";
import type { EventLog } from "../../../events/store/event-log.ts";
import { ofProgram } from "../../../events/store/log-tables.ts";
import type { MemberEvent } from "../../../events/members/events.ts";
import { openEvent } from "../../../events/members/sealing.ts";
import type { ReportAction } from "../../../events/program/events.ts";
import { isSetting, settingsStream } from "../../../events/program/setting-events.ts";
import { evolveSettings, nothingSet } from "../../../events/program/settings.ts";
import { anyOf, parsed, tablesOf } from "../../../events/store/queries.ts";
import type { MemberTable } from "../../../events/read/members.ts";
import type { MemberKeys } from "../../../events/store/keys.ts";
import { type Role, roleTraits } from "../../../events/vocabulary.ts";
import { type HistoryKind, kindsByType } from "./history-words.ts";
import { settingChanges } from "./setting-words.ts";
import { shownPerson } from "./shown-people.ts";

const [maxEvents, pageSize] = [1000, 50];

/** Kinds of entries that name no other member. */
const aboutNoOne: ReadonlySet<HistoryKind> = new Set(
  [
    "handled",
    "set",
    "topic",
    "announced",
    "ended",
    "commissioning date",
    "used code",
    "used link",
    "came in",
  ] as const,
);

const operators: ReadonlySet<string> = new Set([importActor, "operator"]);

interface HistoryEvent {
  readonly kind: HistoryKind;
  readonly atMs: number;
  readonly actorId: string;
  readonly memberId: string;
  readonly correlationId: string;
  readonly facts: Facts;
  /** Of the earliest event. */
  readonly position: number;
  readonly count: number;
}

interface Facts {
  readonly by?: string;
  readonly way?: RenewalWay;
  readonly action?: ReportAction;
  readonly role?: Role;
  readonly previousRole?: Role | null;
}

/** When a member got staff access, and from whom; `null` once that person is erased. */
export interface StaffAccess {
  readonly at: Date;
  readonly by: ReturnType<typeof shownPerson> | "operator" | "used code" | "used link" | null;
}

interface HistoryParts {
  readonly database: Pick<Database, "read">;
  readonly eventLog: Pick<EventLog, "readStream" | "readAt">;
  readonly keys: Pick<MemberKeys, "load">;
  readonly members: Pick<MemberTable, "byIds">;
}

/** Staff's and operators' actions, from the log. Members are named while they have an account. */
export class History {
  constructor(private readonly deps: HistoryParts) {}

  /** One page, latest first. @param before A position of the log. */
  async page(before: number = Number.MAX_SAFE_INTEGER) {
    const found = await this.#find({ before });
    const grouped = grouping(found);
    const shown = grouped.slice(0, pageSize);
    const isWhole = found.length < maxEvents && grouped.length <= pageSize;
    return {
      entries: await this.#entries(shown),
      /** Position for the next page; `null` on the last one. */
      before: isWhole ? null : shown.at(-1)?.position ?? null,
    };
  }

  async about(memberId: string) {
    return await this.#entries(await this.#find({ memberId }));
  }

  /** When each of these members last got staff access. */
  async staffSince(memberIds: readonly string[]): Promise<ReadonlyMap<string, Date>> {
    const rows = await tablesOf(this.deps.database).selectFrom("events")
      .select(({ fn }) => ["stream", fn.max("at_ms").as("atMs")])
      .where("type", "=", "CadreConfirmed").where("stream", "in", anyOf(memberIds))
      .groupBy("stream").execute();
    return new Map(rows.map(({ stream, atMs }) => [stream, new Date(atMs)]));
  }

  /** How each of these members last got staff access. */
  async staffAccess(memberIds: readonly string[]): Promise<ReadonlyMap<string, StaffAccess>> {
    const rows = await tablesOf(this.deps.database).selectFrom("events")
      .select(["stream", "at_ms", "actor_id", "facts"])
      .where("type", "=", "CadreConfirmed").where("stream", "in", anyOf(memberIds))
      .orderBy("position").execute();
    const last = new Map(rows.map((row) => [row.stream, row]));
    const givers = await this.deps.members.byIds([...last.values()].map((row) => row.actor_id));
    return new Map([...last].map(([id, { at_ms: atMs, actor_id: actorId, facts }]) => {
      const kind = kindOf("CadreConfirmed", actorId, parsed(facts) as Facts);
      const giver = givers.get(actorId);
      const by = kind === "used code" || kind === "used link"
        ? kind
        : operators.has(actorId)
        ? "operator"
        : giver === undefined
        ? null
        : shownPerson(giver);
      return [id, { at: new Date(atMs), by }];
    }));
  }

  /** Events before a position, or about one member. */
  async #find(
    { before, memberId }: { readonly before?: number; readonly memberId?: string },
  ): Promise<HistoryEvent[]> {
    const rows = await tablesOf(this.deps.database).selectFrom("events as e")
      .select(["position", "at_ms", "type", "actor_id", "stream", "correlation_id", "facts"])
      .where(sql.raw<boolean>(ofProgram))
      .$if(before !== undefined, (found) => found.where("position", "<", before ?? 0))
      .$if(
        memberId !== undefined,
        (found) => found.where("stream", "=", memberId ?? "").where("type", "<>", "ReportHandled"),
      )
      .where(({ eb, exists, or, selectFrom }) =>
        or([
          eb("actor_id", "in", [...operators]),
          exists(
            selectFrom("events as own").whereRef("own.stream", "=", "e.actor_id")
              .select("own.position"),
          ),
        ])
      )
      .orderBy("position", "desc").limit(maxEvents).execute();
    return rows.map((row) => {
      const facts = parsed(row.facts) as Facts;
      return {
        kind: kindOf(row.type, row.actor_id, facts),
        atMs: row.at_ms,
        actorId: row.actor_id,
        memberId: row.stream,
        correlationId: row.correlation_id,
        facts,
        position: row.position,
        count: 1,
      };
    });
  }

  /** Adds names and changes. Each changed setting is an entry of its own. */
  async #entries(found: readonly HistoryEvent[]) {
    const [known, settings, domains] = await Promise.all([
      this.deps.members.byIds(found.flatMap(({ actorId, memberId }) => [actorId, memberId])),
      found.some(({ memberId }) => memberId === settingsStream)
        ? this.#settingChanges()
        : undefined,
      this.#domains(found.filter(({ kind }) => kind === "came in")),
    ]);
    const person = (id: string) => {
      const member = known.get(id);
      return member === undefined ? null : shownPerson(member);
    };
    return found.flatMap(({ kind, atMs, actorId, memberId, count, position, facts }) => {
      if (kind === "came in" && !known.has(actorId)) return [];
      const changes = settings?.get(position) ?? [domains.get(position) ?? changeOf(kind, facts)];
      return changes.map((what) => ({
        does: kind,
        what,
        at: new Date(atMs).toISOString(),
        /** `null` once they are erased. */
        by: operators.has(actorId) ? "operator" as const : person(actorId),
        count,
        about: count > 1 || aboutNoOne.has(kind) ? null : person(memberId),
      }));
    });
  }

  /** Each event's changes of settings, by position. There are few, so all are read. */
  async #settingChanges(): Promise<ReadonlyMap<number, readonly string[]>> {
    const [storedEvents, keys] = await Promise.all([
      this.deps.eventLog.readStream(settingsStream),
      this.deps.keys.load([settingsStream]),
    ]);
    const changes = new Map<number, readonly string[]>();
    let settings = nothingSet;
    for (const each of storedEvents) {
      const event: MemberEvent = openEvent(each, keys.get(settingsStream));
      if (!isSetting(event)) continue;
      changes.set(each.position, settingChanges(settings, event));
      settings = evolveSettings(settings, event);
    }
    return changes;
  }

  /** The domain that admitted each member, by position. It is encrypted under the member's key. */
  async #domains(found: readonly HistoryEvent[]): Promise<ReadonlyMap<number, string>> {
    if (found.length === 0) return new Map();
    const storedEvents = await this.deps.eventLog.readAt(found.map(({ position }) => position));
    const keys = await this.deps.keys.load([
      ...new Set(storedEvents.flatMap(({ authorId }) => authorId ?? [])),
    ]);
    return new Map(storedEvents.flatMap((each) => {
      const { type, personal } = openEvent(each, keys.get(each.authorId ?? ""));
      if (type !== "MemberAdmitted" || personal === null) return [];
      return [[each.position, `their address is at ${personal.domain}`] as const];
    }));
  }
}

export type ProgramHistory = Awaited<ReturnType<History["page"]>>;
/** An event, or several of one import. */
export type HistoryEntry = ProgramHistory["entries"][number];

function kindOf(type: string, actorId: string, { by, way }: Facts): HistoryKind {
  if (way === "link") return "made link";
  if (type === "MemberErased" && actorId === "operator") return "deleted";
  if (type === "CadreConfirmed" && by === "code") return "used code";
  if (type === "CadreConfirmed" && by === "first-staff link") return "used link";
  if (type === "MemberAdmitted" && by === "domain") return "came in";
  return kindsByType.get(type) ?? "handled";
}

function changeOf(kind: HistoryKind, facts: Facts): string | null {
  const { action = "nothing", role, previousRole } = facts;
  switch (kind) {
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

/** Joins the invitations of one import into one entry. */
function grouping(found: readonly HistoryEvent[]): HistoryEvent[] {
  const groups: HistoryEvent[] = [];
  for (const each of found) {
    const last = groups.at(-1);
    const isBulk = ["invited", "reminded", "withdrew", "asked to confirm"].includes(each.kind);
    if (isBulk && last?.correlationId === each.correlationId && last.kind === each.kind) {
      groups[groups.length - 1] = { ...last, position: each.position, count: last.count + 1 };
    } else groups.push(each);
  }
  return groups;
}
