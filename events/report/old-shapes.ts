import { canonical } from "../log/canonical.ts";
import type { Upcast } from "../log/upcast.ts";
import { upcast } from "../members/upcast.ts";
import { type LoggedLine, packLines } from "./event-lines.ts";
import { ReportError } from "./report-error.ts";
import { isUuid } from "./uuid.ts";

/** A row of the log, as it was stored by this version of the product or by an older one. */
export interface StoredEvent extends LoggedLine {
  readonly position: number;
  readonly schemaVersion: number;
}

/**
 * The lines of events of several schema versions, as if all of them had been written today.
 *
 * @throws {UnknownEvent} When one of them is not known.
 * @throws {ReportError} When one of them belongs to nobody.
 */
export function linesOfToday(
  events: readonly StoredEvent[],
  toToday: Upcast = upcast,
): ArrayBuffer {
  return packLines(events.map((event) => {
    if (!isUuid(event.memberId)) {
      throw new ReportError(
        `The event at log position ${event.position} has no UUID for its member`,
      );
    }
    const { type, facts } = toToday({ ...event, facts: JSON.parse(event.facts), personal: null });
    return { ...event, type, facts: canonical(facts) };
  }));
}
