import type { EventLog, Recorded } from "../log/event-log.ts";
import type { MemberEvent } from "../members/events.ts";
import type { PrivateStreams } from "../members/private-streams.ts";
import { openEvent } from "../members/sealing.ts";
import type { MemberKeys } from "../vault/keys.ts";
import type { Key } from "../vault/seal.ts";
import type { Finding } from "./verify-log.ts";

export interface OpeningDependencies {
  readonly log: Pick<EventLog, "read">;
  readonly keys: Pick<MemberKeys, "load">;
  readonly privateStreams: Pick<PrivateStreams, "ownerOf">;
}

export type MemberFinding = Finding & { readonly memberId: string };

export interface OpenedEvents {
  /** Which reports each member has handled. */
  readonly handled: readonly { readonly reportId: string; readonly handlerId: string }[];
  /** The first unreadable event of each member who has one. */
  readonly findings: readonly MemberFinding[];
}

const pageSize = 1000;

/**
 * Opens every event of the log up to a position with its member's key.
 *
 * @param report Receives the position that was reached, now and then.
 */
export async function openEvents(
  { log, keys, privateStreams }: OpeningDependencies,
  until: number,
  report?: (position: number) => void,
): Promise<OpenedEvents> {
  const handled: OpenedEvents["handled"][number][] = [];
  const findings = new Map<string, MemberFinding>();
  for (let position = 0; position < until;) {
    const page = (await log.read({ after: position, limit: pageSize }))
      .filter((event) => event.position <= until);
    const last = page.at(-1);
    if (last === undefined) break;
    const ofMembers = Map.groupBy(page, (event) => privateStreams.ownerOf(event.memberId).memberId);
    const { whole, broken } = await loadKeys(keys, [...ofMembers.keys()]);
    for (const [memberId, events] of ofMembers) {
      if (findings.has(memberId)) continue;
      const key = whole.get(memberId);
      for (const recorded of events) {
        const opened = broken.has(memberId)
          ? "The member's key in the vault is not what it was"
          : open(recorded, key);
        if (typeof opened === "string") {
          findings.set(memberId, { memberId, position: recorded.position, what: opened });
          break;
        }
        if (opened.type === "ReportHandled" && opened.personal !== null) {
          handled.push({ reportId: opened.personal.reportId, handlerId: memberId });
        }
      }
    }
    position = last.position;
    report?.(position);
  }
  return { handled, findings: [...findings.values()] };
}

/** An event, or why it can't be opened. */
function open(recorded: Recorded, key: Key | undefined): MemberEvent | string {
  if (recorded.sealed !== null && key === undefined) {
    return "The member's key is missing in the vault";
  }
  try {
    return openEvent(recorded, key);
  } catch (error) {
    if (recorded.sealed === null) throw error;
    return "The sealed payload can't be opened with the member's key";
  }
}

interface LoadedKeys {
  readonly whole: ReadonlyMap<string, Key>;
  /** Members whose key exists but can't be opened. */
  readonly broken: ReadonlySet<string>;
}

async function loadKeys(
  keys: OpeningDependencies["keys"],
  memberIds: readonly string[],
): Promise<LoadedKeys> {
  try {
    return { whole: await keys.load(memberIds), broken: new Set() };
  } catch (error) {
    const [memberId] = memberIds;
    if (memberId === undefined) throw error;
    if (memberIds.length === 1) return { whole: new Map(), broken: new Set([memberId]) };
    // One of them is broken: halving finds it without loading each key.
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
