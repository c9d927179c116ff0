import type { ConnectionRecord } from "../connections/connection.ts";
import type { EventLog, Recorded } from "../log/event-log.ts";
import type { MemberEvent } from "../members/events.ts";
import { happenedAtMs } from "../connections/events.ts";
import type { PrivateStreams } from "../members/private-streams.ts";
import { openEvent } from "../members/sealing.ts";
import { isSetting } from "../program/setting-events.ts";
import { evolveSettings, nothingSet, type ProgramSettings } from "../program/settings.ts";
import { createConnectionRows } from "../read/connection-rows.ts";
import { project, type Projected } from "../read/project.ts";
import type { MemberKeys } from "../vault/keys.ts";
import type { Key } from "../vault/seal.ts";
import type { Finding } from "./verify-log.ts";

export interface ReplayDependencies {
  readonly log: Pick<EventLog, "read">;
  readonly keys: Pick<MemberKeys, "load">;
  readonly privateStreams: Pick<PrivateStreams, "ownerOf">;
}

export type MemberFinding = Finding & { readonly memberId: string };

/** What the log's events make of every member, as far as they can be opened. */
export interface Replayed {
  readonly members: ReadonlyMap<string, Projected>;
  /** How many private streams who has. */
  readonly privateCounts: ReadonlyMap<string, number>;
  readonly connections: readonly ConnectionRecord[];
  /** Which reports who has handled. */
  readonly handled: readonly { readonly reportId: string; readonly handlerId: string }[];
  readonly settings: ProgramSettings;
  /** One for each member whose events cannot be opened; nothing else is known of them. */
  readonly findings: readonly MemberFinding[];
}

const pageSize = 1000;

/** @param report Is told the position that was reached, now and then. */
export async function replayMembers(
  deps: ReplayDependencies,
  until: number,
  report?: (position: number) => void,
): Promise<Replayed> {
  const members = new Map<string, Projected>();
  // Everything is in memory: there is nothing to read.
  const connections = createConnectionRows({ read: async () => [] });
  let settings = nothingSet;
  const { ownerOf } = deps.privateStreams;
  const privateCounts = new Map<string, number>();
  const handled: Replayed["handled"][number][] = [];
  const findings = new Map<string, MemberFinding>();
  for (let position = 0; position < until;) {
    const page = await deps.log.read({ after: position, limit: pageSize });
    const batch = page.filter((event) => event.position <= until);
    const last = batch.at(-1);
    if (last === undefined) break;
    const events = new Map<Recorded, MemberEvent>();
    for (const { memberId: stream } of batch) {
      const { memberId, number } = ownerOf(stream);
      if (number > 0) privateCounts.set(memberId, number);
    }
    const streams = Map.groupBy(batch, ({ memberId }) => ownerOf(memberId).memberId);
    const keys = await loadKeys(deps.keys, [...streams.keys()]);
    for (const [memberId, stream] of streams) {
      if (findings.has(memberId)) continue;
      const opened = keys.broken.has(memberId)
        ? {
          position: stream[0]?.position,
          what: "The member's key in the vault is not what it was",
        }
        : openAll(stream, keys.whole.get(memberId));
      if (!Array.isArray(opened)) {
        findings.set(memberId, { memberId, ...opened });
        members.delete(memberId);
        continue;
      }
      const before = members.get(memberId)?.member;
      const known = new Map(before && [[memberId, before]]);
      for (const [id, after] of project(known, stream, opened)) members.set(id, after);
      for (const [at, recorded] of stream.entries()) {
        const event = opened[at];
        if (event !== undefined) {
          events.set({ ...recorded, memberId, atMs: happenedAtMs(event, recorded) }, event);
        }
        if (event !== undefined && isSetting(event)) settings = evolveSettings(settings, event);
        if (event?.type === "ReportHandled" && event.personal !== null) {
          handled.push({ reportId: event.personal.reportId, handlerId: memberId });
        }
      }
    }
    const inOrder = [...events].toSorted(([one], [other]) => one.position - other.position);
    await connections.apply(
      inOrder.map(([recorded]) => recorded),
      inOrder.map(([, event]) => event),
    );
    position = last.position;
    report?.(position);
  }
  return {
    members,
    privateCounts,
    connections: connections.records(),
    handled,
    settings,
    findings: [...findings.values()],
  };
}

interface LoadedKeys {
  readonly whole: ReadonlyMap<string, Key>;
  /** Members whose key is there and cannot be opened. */
  readonly broken: ReadonlySet<string>;
}

async function loadKeys(
  keys: ReplayDependencies["keys"],
  memberIds: readonly string[],
): Promise<LoadedKeys> {
  try {
    return { whole: await keys.load(memberIds), broken: new Set() };
  } catch (error) {
    const [memberId] = memberIds;
    if (memberId === undefined) throw error;
    if (memberIds.length === 1) return { whole: new Map(), broken: new Set([memberId]) };
    // One of them: halves tell which without asking for each.
    const middle = Math.ceil(memberIds.length / 2);
    const halves = [
      await loadKeys(keys, memberIds.slice(0, middle)),
      await loadKeys(keys, memberIds.slice(middle)),
    ];
    return {
      whole: new Map(halves.flatMap(({ whole }) => [...whole])),
      broken: new Set(halves.flatMap(({ broken }) => [...broken])),
    };
  }
}

/** The events of a member, or which of them is the first that cannot be opened. */
function openAll(events: readonly Recorded[], key: Key | undefined): MemberEvent[] | Finding {
  const opened: MemberEvent[] = [];
  for (const recorded of events) {
    const { position, sealed } = recorded;
    if (sealed !== null && key === undefined) {
      return { position, what: "The member's key is missing in the vault" };
    }
    try {
      opened.push(openEvent(recorded, key));
    } catch (error) {
      if (sealed === null) throw error;
      return { position, what: "The sealed payload can't be opened with the member's key" };
    }
  }
  return opened;
}
