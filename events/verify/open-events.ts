import type { EventLog, Recorded } from "../log/event-log.ts";
import type { MemberEvent } from "../members/events.ts";
import type { PrivateStreams } from "../members/private-streams.ts";
import { openEvent } from "../members/sealing.ts";
import type { MemberKeys } from "../vault/keys.ts";
import type { Key } from "../vault/seal.ts";
import type { Finding } from "./verify-log.ts";

interface OpeningDependencies {
  readonly log: Pick<EventLog, "read">;
  readonly keys: Pick<MemberKeys, "load">;
  readonly privateStreams: Pick<PrivateStreams, "ownerOf">;
}

export type MemberFinding = Finding & { readonly memberId: string };

export interface OpenedEvents {
  readonly handled: readonly { readonly reportId: string; readonly handlerId: string }[];
  /** The first unreadable event of each member who has one. */
  readonly findings: readonly MemberFinding[];
}

const pageSize = 1000;

/** Opens every event up to a position. @param report Gets the position, now and then. */
export async function openEvents(
  { log, keys, privateStreams }: OpeningDependencies,
  until: number,
  report?: (position: number) => void,
): Promise<OpenedEvents> {
  const handled: OpenedEvents["handled"][number][] = [];
  const findings = new Map<string, MemberFinding>();
  const ownerOf = ({ memberId }: Recorded) => privateStreams.ownerOf(memberId).memberId;
  for (let position = 0; position < until;) {
    const page = (await log.read({ after: position, limit: pageSize }))
      .filter((event) => event.position <= until);
    const last = page.at(-1);
    if (last === undefined) break;
    const found = await loadKeys(keys, new Set(page.map(ownerOf)));
    for (const recorded of page) {
      const memberId = ownerOf(recorded);
      if (findings.has(memberId)) continue;
      const opened = open(recorded, found.get(memberId));
      if (typeof opened === "string") {
        findings.set(memberId, { memberId, position: recorded.position, what: opened });
      } else if (opened.type === "ReportHandled" && opened.personal !== null) {
        handled.push({ reportId: opened.personal.reportId, handlerId: memberId });
      }
    }
    position = last.position;
    report?.(position);
  }
  return { handled, findings: [...findings.values()] };
}

function open(recorded: Recorded, key: Key | "broken" | undefined): MemberEvent | string {
  if (key === "broken") return "The member's key in the vault is not what it was";
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

async function loadKeys(
  keys: OpeningDependencies["keys"],
  memberIds: ReadonlySet<string>,
): Promise<ReadonlyMap<string, Key | "broken">> {
  try {
    return await keys.load([...memberIds]);
  } catch {
    // One of them exists but can't be opened: each is loaded alone.
    const each = [...memberIds].map(async (memberId) => {
      const alone = await keys.load([memberId]).catch(() => "broken" as const);
      return [memberId, alone === "broken" ? alone : alone.get(memberId)] as const;
    });
    const found = await Promise.all(each);
    return new Map(found.flatMap(([memberId, key]) => key ? [[memberId, key]] : []));
  }
}
