import type { Recorded } from "../log/event-log.ts";
import type { Role } from "../vocabulary.ts";
import type { MemberEvent } from "./events.ts";
import { upcast } from "./upcast.ts";

/**
 * The erasure of a member whose key is destroyed though their stream hasn't ended: the log is older than the
 * vault. `undefined` if there is nothing left to erase.
 */
export function erasureOfLost(stream: readonly Recorded[]): MemberEvent | undefined {
  if (stream.length === 0 || stream.at(-1)?.type === "MemberErased") return undefined;
  let lastRole: Role | null = null;
  let lastClassYears: string | null = null;
  for (const recorded of stream) {
    const { type, facts } = upcast({ ...recorded, personal: null });
    const { role, classYears } = facts as {
      readonly role?: Role | null;
      readonly classYears?: string | null;
    };
    if (role !== undefined) lastRole = role;
    if (classYears !== undefined) lastClassYears = classYears;
    if (type === "ProfileDeleted") lastClassYears = null;
  }
  return { type: "MemberErased", facts: { lastRole, lastClassYears }, personal: null };
}
